// SPDX-License-Identifier: GPL-2.0-or-later
#include "cpuid/libcpuid_adapter.h"

#include <fmt/core.h>
#include <libcpuid/libcpuid.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstring>
#include <memory>

namespace firstbyte::cpuid {
namespace {

// What the child sends: plain memory, of one size.
struct Answer {
  bool identified = false;
  char error[128] = {};
  char version[32] = {};
  char vendor[VENDOR_STR_MAX] = {};
  char brand[BRAND_STR_MAX] = {};
  int hypervisor = HYPERVISOR_UNKNOWN;
  bool flags[4] = {};
};

template <std::size_t kSize>
void Copy(const char* text, char (&out)[kSize]) {
  const auto end = fmt::format_to_n(out, kSize - 1, "{}", text == nullptr ? "" : text).out;
  *end = '\0';
}

const char* HypervisorName(int vendor) {
  switch (vendor) {
    case HYPERVISOR_BHYVE:
      return "bhyve";
    case HYPERVISOR_HYPERV:
      return "Hyper-V";
    case HYPERVISOR_KVM:
      return "KVM";
    case HYPERVISOR_PARALLELS:
      return "Parallels";
    case HYPERVISOR_QEMU:
      return "QEMU TCG";
    case HYPERVISOR_VIRTUALBOX:
      return "VirtualBox";
    case HYPERVISOR_VMWARE:
      return "VMware";
    case HYPERVISOR_XEN:
      return "Xen";
    default:
      return "";
  }
}

Answer Ask() {
  Answer answer;
  Copy(cpuid_lib_version(), answer.version);
  // Both are large, and 0.6.2 crashes where the second is missing.
  const auto raw = std::make_unique<cpu_raw_data_t>();
  const auto id = std::make_unique<cpu_id_t>();
  if (cpuid_present() == 0 || cpuid_get_raw_data(raw.get()) != 0 || cpu_identify(raw.get(), id.get()) != 0) {
    Copy(cpuid_error(), answer.error);
    return answer;
  }
  answer.identified = true;
  Copy(id->vendor_str, answer.vendor);
  Copy(id->brand_str, answer.brand);
  answer.hypervisor = cpuid_get_hypervisor(raw.get(), id.get());
  answer.flags[0] = id->flags[CPU_FEATURE_HYPERVISOR] != 0;
  answer.flags[1] = id->flags[CPU_FEATURE_BMI1] != 0;
  answer.flags[2] = id->flags[CPU_FEATURE_BMI2] != 0;
  answer.flags[3] = id->flags[CPU_FEATURE_AVX2] != 0;
  return answer;
}

// The child's answer; nothing read if it crashed.
Result<Answer> AskInChild() {
  std::array<int, 2> ends = {-1, -1};
  if (pipe(ends.data()) != 0) return InvalidError(fmt::format("cannot make a pipe: {}", std::strerror(errno)));
  const pid_t pid = fork();
  if (pid == 0) {
    const Answer answer = Ask();
    (void)!write(ends[1], &answer, sizeof answer);
    _exit(0);
  }
  close(ends[1]);
  Answer answer;
  const bool whole = pid > 0 && read(ends[0], &answer, sizeof answer) == static_cast<ssize_t>(sizeof answer);
  close(ends[0]);
  int status = 0;
  if (pid < 0 || waitpid(pid, &status, 0) != pid) return InvalidError("cannot start a process for libcpuid");
  if (WIFSIGNALED(status)) return InvalidError(fmt::format("libcpuid crashed (signal {})", WTERMSIG(status)));
  if (!whole) return InvalidError("libcpuid gave no answer");
  return answer;
}

}  // namespace

Result<LibcpuidView> AskLibcpuid() {
  const auto answer = AskInChild();
  if (!answer) return tl::unexpected<Error>(answer.error());
  if (!answer->identified)
    return InvalidError(fmt::format("libcpuid {} cannot identify this CPU: {}", answer->version, answer->error));
  LibcpuidView view;
  view.version = answer->version;
  view.vendor = answer->vendor;
  view.brand = answer->brand;
  view.hypervisor =
      answer->flags[0] || (answer->hypervisor != HYPERVISOR_UNKNOWN && answer->hypervisor != HYPERVISOR_NONE);
  view.hypervisor_name = HypervisorName(answer->hypervisor);
  view.bmi1 = answer->flags[1];
  view.bmi2 = answer->flags[2];
  view.avx2 = answer->flags[3];
  return view;
}

bool ReadRawByLibcpuid() {
  const auto raw = std::make_unique<cpu_raw_data_t>();
  return cpuid_get_raw_data(raw.get()) == 0;
}

}  // namespace firstbyte::cpuid
