// SPDX-License-Identifier: GPL-2.0-or-later
// What can be counted, by name, in the numbers of perf_event_open(2).
//
// Names are those of perf-list(1): `instructions`, `task-clock`, and `PMU/TERMS/` as the PMU describes itself in sysfs
// (pmu.h): `cpu/event=0xc0,umask=0x1/`, `msr/tsc/`, `cpu_core/cycles/`. On a machine whose cores are of several kinds
// a hardware name stands for one event of each kind, since no counter counts on all of them. The numbers are those of
// linux/perf_event.h.
#ifndef FIRSTBYTE_PERF_EVENT_H_
#define FIRSTBYTE_PERF_EVENT_H_

#include <linux/perf_event.h>

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"

namespace firstbyte::perf {

enum class EventKind {
  kHardware,    // of the CPU's performance monitoring unit: what a virtual machine may lack
  kSoftware,    // of the kernel's own, which is always there
  kTracepoint,  // a place in the kernel (tracepoint.h)
};

struct Event {
  std::string name;
  EventKind kind = EventKind::kHardware;
  std::uint32_t type = 0;
  std::uint64_t config = 0;
  std::uint64_t config1 = 0;
  std::uint64_t config2 = 0;
  std::string unit;  // "ns" for the clocks; empty for a count
};

// The events behind a name, on the machine whose /sys is below `root`: one, or one per kind of core. A usage error
// where nobody knows the name. That an event is known does not mean that it can be opened.
// For a thread that stays on `cpu`, only that of this CPU's kind, where sysfs tells which that is: the others never
// run.
Result<std::vector<Event>> ResolveEvent(const std::string& root, std::string_view name, std::optional<int> cpu = {});

// A software event, which needs no sysfs.
Event SoftwareEvent(perf_sw_ids id);

// The attributes that make an event this one, of the layout that this was compiled with; all else is 0.
perf_event_attr AttributesOf(const Event& event);

}  // namespace firstbyte::perf

#endif  // FIRSTBYTE_PERF_EVENT_H_
