// SPDX-License-Identifier: GPL-2.0-or-later
// Where environment_hypervisor.h gets its evidence: one reader for each source, in the order of their authority.
#ifndef FIRSTBYTE_BENCH_HYPERVISOR_SOURCES_H_
#define FIRSTBYTE_BENCH_HYPERVISOR_SOURCES_H_

#include <string>
#include <vector>

#include "bench/host.h"

namespace firstbyte::bench {

// The environment check that sums it up.
inline constexpr char kHypervisorCheck[] = "hypervisor";

// What one source says.
struct Evidence {
  std::string source;       // one of the names below
  std::string seen;         // in the words of the source: "hypervisor flag", "QEMU, Standard PC"
  bool hypervisor = false;  // whether that means that there is one
  std::string name;         // and which: "KVM"; empty if it does not say
  bool durable = true;      // false for a source that may be gone at the next look; it must not decide a label
};

inline constexpr char kCpuInfoFile[] = "/proc/cpuinfo";
inline constexpr char kSysHypervisor[] = "/sys/hypervisor";
inline constexpr char kDmi[] = "DMI";
inline constexpr char kClockSource[] = "clocksource";
inline constexpr char kKernelName[] = "kernel name";
inline constexpr char kConfidential[] = "confidential guest";
inline constexpr char kKernelLog[] = "kernel log";

// Of every source that says anything, be it that there is none.
std::vector<Evidence> HypervisorEvidence(const Host& host);

// "docker (/.dockerenv)"; empty if nothing hints at a container.
std::string ContainerHints(const Host& host);

}  // namespace firstbyte::bench

#endif  // FIRSTBYTE_BENCH_HYPERVISOR_SOURCES_H_
