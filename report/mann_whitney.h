// SPDX-License-Identifier: GPL-2.0-or-later
// The Mann-Whitney U test of two independent samples, as Go's benchstat and Google Benchmark's compare.py use it: the
// rule that a test holds the gate against. It takes all values for independent, which rounds of a process
// are not.
#ifndef FIRSTBYTE_REPORT_MANN_WHITNEY_H_
#define FIRSTBYTE_REPORT_MANN_WHITNEY_H_

#include <vector>

namespace firstbyte::report {

struct MannWhitney {
  double u = 0;       // of the first sample: pairs in which it is larger, ties half
  double p = 1;       // two-sided
  bool exact = true;  // counted over all orders; else by the normal distribution, with tie and continuity correction
};

// Exact for up to 50 values each without ties, as benchstat; each sample has one value at least.
MannWhitney TestMannWhitney(const std::vector<double>& first, const std::vector<double>& second);

}  // namespace firstbyte::report

#endif  // FIRSTBYTE_REPORT_MANN_WHITNEY_H_
