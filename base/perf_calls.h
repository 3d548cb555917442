// SPDX-License-Identifier: GPL-2.0-or-later
// The system calls around perf_event_open(2) as a table, so that tests can have any kernel.
//
// They answer as the kernel does: a descriptor or a size, -errno if it failed. Whoever opens many counters calls them
// from several threads at once.
#ifndef FIRSTBYTE_BASE_PERF_CALLS_H_
#define FIRSTBYTE_BASE_PERF_CALLS_H_

#include <linux/perf_event.h>
#include <sys/types.h>

#include <cstddef>
#include <cstdint>
#include <functional>

namespace firstbyte {

struct PerfCalls {
  // `group` is the leader's descriptor, -1 for a leader. The kernel writes into attributes.size when that is what it
  // does not like (E2BIG). Descriptors do not outlive exec.
  std::function<int(perf_event_attr&, pid_t, int cpu, int group)> open;
  std::function<std::int64_t(int, void*, std::size_t)> read;
  std::function<void(int)> close;
  std::function<int(int, unsigned long request, std::uintptr_t)> control;
  std::function<void*(int, std::size_t)> map;  // null if it failed
  std::function<void(void*, std::size_t)> unmap;
};

// Those of the kernel that this runs on.
PerfCalls KernelPerfCalls();

}  // namespace firstbyte

#endif  // FIRSTBYTE_BASE_PERF_CALLS_H_
