// SPDX-License-Identifier: GPL-2.0-or-later
// The CPU that a measurement is pinned to.
#ifndef FIRSTBYTE_BENCH_CPU_CHOICE_H_
#define FIRSTBYTE_BENCH_CPU_CHOICE_H_

#include <optional>
#include <string>
#include <vector>

#include "base/error.h"
#include "bench/host.h"

namespace firstbyte::bench {

struct CpuChoice {
  int cpu = -1;
  std::string why;  // "--cpu", "isolated" or "last allowed CPU"
};

// The CPUs that a measurement may use: those that the process was started on, and isolated ones beside them. Under
// isolcpus= no process is started on an isolated CPU, although it may move there, so the affinity alone would never
// offer one. An affinity that was narrowed on purpose (`taskset`) is respected.
std::vector<int> AllowedCpus(const Host& host);

// The isolated CPUs as /sys/devices/system/cpu/isolated lists them; empty if there are none or the file is malformed.
std::vector<int> IsolatedCpus(const Host& host);

// `wanted` (--cpu N) if it exists and is allowed, else a usage error that lists the allowed ones. Without it, the last
// allowed isolated CPU, else the last allowed CPU: the kernel and the distribution put more interrupts and daemons on
// the first. A process that is allowed no CPU at all is an invalid environment.
Result<CpuChoice> ChooseCpu(const Host& host, std::optional<int> wanted);

}  // namespace firstbyte::bench

#endif  // FIRSTBYTE_BENCH_CPU_CHOICE_H_
