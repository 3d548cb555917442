// SPDX-License-Identifier: GPL-2.0-or-later
// Runs requests, and phases, each between marks of the counter (count/markers.h), and says on a stream of lines which
// it ran. Everything here does the same natively; then nobody counts, and the lines of the counter are missing.
//
// A request is a window of its own, so that the loop around it is outside. What a window around nothing counts (the
// call) is counted, too, for whoever reads the lines to subtract. Phases run in the loops of bench/phase_contestants.h:
// n of them in one window and 2n in another, whose difference has no part of the loop's beginning and end.
#ifndef FIRSTBYTE_COUNT_COUNTED_REQUESTS_H_
#define FIRSTBYTE_COUNT_COUNTED_REQUESTS_H_

#include <functional>
#include <string>
#include <vector>

#include "base/error.h"
#include "bench/workload.h"
#include "count/controls.h"
#include "engine/catalog.h"
#include "report/results.h"

namespace firstbyte::count {

struct CountedWork {
  std::vector<std::string> engines;
  std::vector<report::Arm> arms;
  Control control = Control::kNone;
  bool phases = true;
};

// Takes a line of JSON without its newline, and must have passed it on when it returns.
using Say = std::function<void(const std::string& line)>;

// {"line":"requests", "engine", "arm", "operation"} before each report of the counter; arm "" is the window around
// nothing.
Result<void> CountRequests(const engine::Catalog& catalog, const CountedWork& work,
                           const std::vector<bench::Bytes>& pages, const Say& say);

// {"line":"phase", "engine", "probe", "phase", "times"} likewise, each phase with n and with 2n times; phase "null" is
// the loop around a call that does nothing. {"line":"no_phases", "engine", "reason"} of an engine that cannot be taken
// apart.
Result<void> CountPhases(const engine::Catalog& catalog, const CountedWork& work,
                         const std::vector<bench::Bytes>& pages, const Say& say);

}  // namespace firstbyte::count

#endif  // FIRSTBYTE_COUNT_COUNTED_REQUESTS_H_
