// SPDX-License-Identifier: GPL-2.0-or-later
#include "cpuid/exec_filter.h"

#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sched.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstddef>

namespace firstbyte::cpuid {
namespace {

constexpr std::uint32_t kArchitecture = offsetof(seccomp_data, arch);
constexpr std::uint32_t kNumber = offsetof(seccomp_data, nr);
constexpr std::uint32_t kArguments = offsetof(seccomp_data, args);
constexpr std::uint32_t kFlags = kArguments;  // clone's first argument; of numbers the low halves are loaded
constexpr std::uint32_t kProtection = kArguments + 2 * sizeof(std::uint64_t);  // the third of mmap and mprotect
constexpr std::uint32_t kSpecAllow =
    1U << 2;  // SECCOMP_FILTER_FLAG_SPEC_ALLOW: no speculation barriers that the program did not ask for

constexpr sock_filter Load(std::uint32_t offset) { return BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offset); }
constexpr sock_filter IfEqual(std::uint32_t value, std::uint8_t then, std::uint8_t otherwise) {
  return BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, value, then, otherwise);
}
constexpr sock_filter IfBits(std::uint32_t bits, std::uint8_t then, std::uint8_t otherwise) {
  return BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K, bits, then, otherwise);
}
constexpr sock_filter Return(std::uint32_t action) { return BPF_STMT(BPF_RET | BPF_K, action); }

// Jumps count from the next instruction. What clone3 is asked for lies in memory, where a filter cannot look.
constexpr std::array<sock_filter, 14> kProgram = {
    Load(kArchitecture),
    IfEqual(AUDIT_ARCH_X86_64, 0, 10),
    Load(kNumber),
    IfEqual(SYS_mmap, 6, 0),
    IfEqual(SYS_mprotect, 5, 0),
    IfEqual(SYS_pkey_mprotect, 4, 0),
    IfEqual(SYS_clone3, 6, 0),
    IfEqual(SYS_clone, 0, 4),
    Load(kFlags),
    IfBits(CLONE_UNTRACED, 3, 2),
    Load(kProtection),
    IfBits(PROT_EXEC, 1, 0),
    Return(SECCOMP_RET_ALLOW),
    Return(SECCOMP_RET_TRACE),
};

int Install() {
  sock_fprog program{static_cast<unsigned short>(kProgram.size()), const_cast<sock_filter*>(kProgram.data())};
  if (syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, kSpecAllow, &program) == 0) return 0;
  if (errno != EINVAL) return errno;
  // A kernel older than 4.17 does not know the flag.
  return syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, 0, &program) == 0 ? 0 : errno;
}

}  // namespace

int InstallExecFilter() {
  // With CAP_SYS_ADMIN it is not needed, and would take away what set-ID programs give.
  const int error = Install();
  if (error != EACCES) return error;
  return prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 ? Install() : errno;
}

bool ExecFilterStopsAt(std::uint32_t architecture, std::uint32_t number,
                       const std::array<std::uint64_t, 6>& arguments) {
  std::uint32_t value = 0;
  for (std::size_t at = 0; at < kProgram.size(); ++at) {
    const sock_filter& op = kProgram[at];
    switch (op.code) {
      case BPF_LD | BPF_W | BPF_ABS:
        value = op.k == kArchitecture ? architecture
                : op.k == kNumber
                    ? number
                    : static_cast<std::uint32_t>(arguments.at((op.k - kArguments) / sizeof(std::uint64_t)));
        break;
      case BPF_JMP | BPF_JEQ | BPF_K:
        at += value == op.k ? op.jt : op.jf;
        break;
      case BPF_JMP | BPF_JSET | BPF_K:
        at += (value & op.k) != 0 ? op.jt : op.jf;
        break;
      default:
        return op.k == SECCOMP_RET_TRACE;
    }
  }
  return false;
}

}  // namespace firstbyte::cpuid
