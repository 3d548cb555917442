// SPDX-License-Identifier: GPL-2.0-or-later
// On the host of a virtual machine: how often, where and for what a guest's CPUIDs end in the hypervisor, from the
// tracepoints kvm:kvm_exit and kvm:kvm_cpuid.
//
// The host sees the CPUIDs of the whole vCPU, of the guest's kernel and all its programs: no fewer than one program
// executes. Under SEV-SNP and TDX it sees other exits, or none. Exit codes: Intel SDM vol. 3 appendix C (10, CPUID),
// AMD APM vol. 2 appendix C (0x72, CPUID).
#ifndef FIRSTBYTE_PERF_KVM_EXITS_H_
#define FIRSTBYTE_PERF_KVM_EXITS_H_

#include <sys/types.h>

#include <cstdint>
#include <optional>
#include <span>
#include <string>

#include "base/error.h"
#include "base/perf_calls.h"
#include "perf/tracepoint.h"

namespace firstbyte::perf {

struct KvmExit {
  std::uint64_t reason = 0;
  std::uint64_t guest_rip = 0;
  std::uint64_t isa = 0;              // 1: VMX, 2: SVM
  std::optional<std::uint64_t> vcpu;  // not in old kernels

  bool IsCpuid() const;
};

// Nothing if the record has no such fields.
std::optional<KvmExit> ReadKvmExit(const TracepointFormat& format, std::span<const std::uint8_t> record);

// What a CPUID asked for: kvm:kvm_cpuid.
struct KvmCpuid {
  std::uint32_t leaf = 0;
  std::uint32_t subleaf = 0;
};
std::optional<KvmCpuid> ReadKvmCpuid(const TracepointFormat& format, std::span<const std::uint8_t> record);

// For the kernel to let CPUID exits alone through.
std::string CpuidExitFilter();

// Counts the CPUID exits of one vCPU. Takes root or CAP_PERFMON.
class CpuidExitCounter {
 public:
  // `vcpu_thread` is the thread of the hypervisor's process ("CPU 0/KVM"). The error begins with "host exit counting
  // unavailable" and says why.
  static Result<CpuidExitCounter> Open(const PerfCalls& calls, const std::string& tracefs, const std::string& root,
                                       pid_t vcpu_thread);
  ~CpuidExitCounter();
  CpuidExitCounter(CpuidExitCounter&& other) noexcept;
  CpuidExitCounter& operator=(CpuidExitCounter&&) = delete;
  CpuidExitCounter(const CpuidExitCounter&) = delete;
  CpuidExitCounter& operator=(const CpuidExitCounter&) = delete;

  // Since it was opened.
  Result<std::uint64_t> Read() const;

 private:
  explicit CpuidExitCounter(PerfCalls calls) : calls_(std::move(calls)) {}

  PerfCalls calls_;
  int fd_ = -1;
  std::uint64_t id_ = 0;
};

}  // namespace firstbyte::perf

#endif  // FIRSTBYTE_PERF_KVM_EXITS_H_
