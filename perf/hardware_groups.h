// SPDX-License-Identifier: GPL-2.0-or-later
// Hardware counters in as few groups as the CPU allows: one that is always on it, if all fit, else several that take
// turns. Only what passes its self-test gets in.
#ifndef FIRSTBYTE_PERF_HARDWARE_GROUPS_H_
#define FIRSTBYTE_PERF_HARDWARE_GROUPS_H_

#include <cstddef>
#include <string>
#include <vector>

#include "base/perf_calls.h"
#include "perf/event.h"
#include "perf/group.h"
#include "perf/known_work.h"

namespace firstbyte::perf {

// Where an event is counted, or why it is not.
struct Placed {
  int group = -1;  // -1: nowhere
  std::size_t member = 0;
  int error = 0;    // errno of the refusal
  std::string why;  // another reason, a sentence without a full stop
};

struct HardwareGroups {
  std::vector<CounterGroup> groups;  // disabled
  std::vector<Placed> placed;        // in the order of the events
  bool pinned = false;               // one group, on the CPU whenever the thread runs
  std::string note;                  // what is to be known of them; empty if nothing is
};

// Of the calling thread. Runs the work once for each event, and a few times for the groups.
HardwareGroups OpenHardware(const PerfCalls& calls, const std::vector<Event>& events, const KnownWork& work);

}  // namespace firstbyte::perf

#endif  // FIRSTBYTE_PERF_HARDWARE_GROUPS_H_
