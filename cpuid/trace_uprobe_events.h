// SPDX-License-Identifier: GPL-2.0-or-later
// Counts how often a process, its threads and its children pass uprobes (trace_uprobe_tracefs.h), by
// perf_event_open(2).
//
// One counter per uprobe, inherited, enabled when the process executes its program. The kernel adds up; nothing is
// sampled, so nothing can be lost. The kernel places a uprobe when the file is mapped, and says nothing where it cannot
// execute that instruction apart.
#ifndef FIRSTBYTE_CPUID_TRACE_UPROBE_EVENTS_H_
#define FIRSTBYTE_CPUID_TRACE_UPROBE_EVENTS_H_

#include <linux/perf_event.h>
#include <sys/types.h>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <utility>
#include <vector>

#include "base/error.h"

namespace firstbyte::cpuid {

// The system calls, so that tests can have any kernel. They answer as the kernel does: a descriptor or a size, -errno
// if it failed. Called by several threads at once.
struct PerfCalls {
  std::function<int(perf_event_attr&, pid_t, int cpu)> open;
  std::function<std::int64_t(int, void*, std::size_t)> read;
  std::function<void(int)> close;
  std::function<int(int, unsigned long request, std::uintptr_t)> control;
  std::function<void*(int, std::size_t)> map;  // null if it failed
  std::function<void(void*, std::size_t)> unmap;
};
PerfCalls KernelPerfCalls();

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
