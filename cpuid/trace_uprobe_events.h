// SPDX-License-Identifier: GPL-2.0-or-later
// Counts how often a process, its threads and its children pass uprobes (trace_uprobe_tracefs.h), by
// perf_event_open(2).
//
// One counter per uprobe, inherited, enabled when the process executes its program. The kernel adds up; nothing is
// sampled, so nothing can be lost. The kernel places a uprobe when the file is mapped, and says nothing where it cannot
// execute that instruction apart.
#ifndef FIRSTBYTE_CPUID_TRACE_UPROBE_EVENTS_H_
#define FIRSTBYTE_CPUID_TRACE_UPROBE_EVENTS_H_

#include <sys/types.h>

#include <cstdint>
#include <utility>
#include <vector>

#include "base/error.h"
#include "base/perf_calls.h"

namespace firstbyte::cpuid {

// Closing waits for all CPUs; this waits for all at once.
void CloseAll(const PerfCalls& calls, const std::vector<int>& descriptors);

class UprobeEvents {
 public:
  // `pid` waits to execute its program. All counters or none: a missing one would be a wrong count.
  static Result<UprobeEvents> Open(const PerfCalls& calls, pid_t pid, const std::vector<std::uint64_t>& ids);
  ~UprobeEvents();
  UprobeEvents(UprobeEvents&& other) noexcept;
  UprobeEvents& operator=(UprobeEvents&&) = delete;
  UprobeEvents(const UprobeEvents&) = delete;
  UprobeEvents& operator=(const UprobeEvents&) = delete;

  // Passes of each uprobe until now, in the order of `ids`.
  Result<std::vector<std::int64_t>> Read() const;

 private:
  explicit UprobeEvents(PerfCalls calls) : calls_(std::move(calls)) {}

  PerfCalls calls_;
  std::vector<int> descriptors_;
};

}  // namespace firstbyte::cpuid

#endif  // FIRSTBYTE_CPUID_TRACE_UPROBE_EVENTS_H_
