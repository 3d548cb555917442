// SPDX-License-Identifier: GPL-2.0-or-later
// Opens one event, with less where the kernel wants less: fields that an older kernel does not know (E2BIG), the number
// of lost samples (Linux 6.0), the kernel's own share where that is not this process's to see (EACCES, EPERM), the
// exclusion of the kernel where the PMU knows no such thing (EINVAL). What was given up can be read from the attributes
// that come back.
#ifndef FIRSTBYTE_PERF_OPEN_EVENT_H_
#define FIRSTBYTE_PERF_OPEN_EVENT_H_

#include <linux/perf_event.h>
#include <sys/types.h>

#include <string>
#include <tl/expected.hpp>

#include "base/perf_calls.h"
#include "perf/event.h"

namespace firstbyte::perf {

// Whose events: by default those of the calling thread, wherever it runs.
struct Target {
  pid_t pid = 0;
  int cpu = -1;  // -1: any
};

// Events that only happen in the kernel. Without it they count 0 and say nothing, so they are refused rather than
// opened that way.
bool HappensInKernel(const Event& event);

// The attributes of a counter that is to start disabled: hardware in user mode only, so that numbers are the same
// whatever the process may; the kernel's own events whole.
perf_event_attr CountingAttributes(const Event& event);

struct OpenedEvent {
  int fd = -1;
  perf_event_attr attributes{};  // those that the kernel took
};

// errno of the first refusal if nothing helped.
tl::expected<OpenedEvent, int> OpenEvent(const PerfCalls& calls, const Event& event, perf_event_attr attributes,
                                         Target target, int group);

// Which part of the time counts, as perf writes it: "" for all, ":u" for user mode only. The clocks count all of it
// whatever they are told to leave out; only their samples are of user mode.
std::string ModeSuffix(const perf_event_attr& attributes);

}  // namespace firstbyte::perf

#endif  // FIRSTBYTE_PERF_OPEN_EVENT_H_
