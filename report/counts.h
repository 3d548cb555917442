// SPDX-License-Identifier: GPL-2.0-or-later
// What the CPU's counters say of one operation of each arm: instructions and cycles in user mode, medians of the
// per-round means. A round in which an arm was not counted is left out for that arm; what was counted in no round has
// no value.
#ifndef FIRSTBYTE_REPORT_COUNTS_H_
#define FIRSTBYTE_REPORT_COUNTS_H_

#include <cstdint>
#include <optional>
#include <vector>

#include "report/results.h"

namespace firstbyte::report {

struct Counts {
  std::optional<double> instructions;  // per operation
  std::optional<double> cycles;
  std::optional<double> instructions_per_cycle;
};

// One per arm.
std::vector<Counts> CollectCounts(const Results& results);

// How far the counts can be relied on.
struct CountCoverage {
  std::int64_t samples = 0;
  std::int64_t counted = 0;            // with instructions or cycles
  std::int64_t least_permille = 1000;  // of the time, that the counters ran, in the worst block that was counted
};
CountCoverage CoverageOf(const Results& results);

}  // namespace firstbyte::report

#endif  // FIRSTBYTE_REPORT_COUNTS_H_
