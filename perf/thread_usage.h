// SPDX-License-Identifier: GPL-2.0-or-later
// What the kernel tells everybody about the calling thread, for where perf_event_open(2) is forbidden altogether:
// getrusage(RUSAGE_THREAD) and CLOCK_THREAD_CPUTIME_ID. No migrations, no hardware.
#ifndef FIRSTBYTE_PERF_THREAD_USAGE_H_
#define FIRSTBYTE_PERF_THREAD_USAGE_H_

#include <cstdint>
#include <functional>
#include <optional>

#include "perf/event.h"

namespace firstbyte::perf {

struct ThreadUsage {
  std::uint64_t cpu_ns = 0;
  std::uint64_t minor_faults = 0;
  std::uint64_t major_faults = 0;
  std::uint64_t context_switches = 0;
};

// Nothing if the kernel does not say.
using UsageSource = std::function<std::optional<ThreadUsage>()>;
std::optional<ThreadUsage> UsageOfThisThread();

// The field that stands in for a software event; nothing if there is none.
std::optional<std::uint64_t> UsageOf(const ThreadUsage& usage, const Event& event);

}  // namespace firstbyte::perf

#endif  // FIRSTBYTE_PERF_THREAD_USAGE_H_
