// SPDX-License-Identifier: GPL-2.0-or-later
#include "cpuid/deny_system_call.h"

#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cstddef>

namespace firstbyte::cpuid {

bool DenySystemCall(std::uint32_t number, int error, std::optional<std::uint32_t> third_argument) {
  const auto denied = static_cast<std::uint32_t>(SECCOMP_RET_ERRNO | (error & SECCOMP_RET_DATA));
  constexpr std::uint32_t kThird = offsetof(seccomp_data, args) + 2 * sizeof(std::uint64_t);
  const std::uint8_t other = third_argument ? 0 : 1;  // any argument will do
  sock_filter program[] = {
      BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(seccomp_data, nr)),
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, number, 0, 3),
      BPF_STMT(BPF_LD | BPF_W | BPF_ABS, kThird),
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, third_argument.value_or(0), 0, static_cast<std::uint8_t>(1 - other)),
      BPF_STMT(BPF_RET | BPF_K, denied),
      BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
  };
  const sock_fprog filter{sizeof program / sizeof program[0], program};
  return prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 && syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, 0, &filter) == 0;
}

}  // namespace firstbyte::cpuid
