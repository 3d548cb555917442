// SPDX-License-Identifier: GPL-2.0-or-later
// Paired inference over runs. Under the hypothesis that two arms cost the same, the paired difference D[r] of a run is
// as likely to be negative as positive, because the arms' buffer slots are drawn anew for every run and their order is
// balanced over the rounds; so every way to flip the signs of the D[r] is equally likely, and the p value is the share
// of them whose mean is at least as far from 0 as the observed one. Nothing is assumed about the shape of the values,
// and the unit is the run: rounds within a process are not independent.
//
// The interval is the set of all shifts that the same test does not reject at 5 %, so that interval and p value never
// contradict each other. Testing a shift t against a larger mean, flipping the set S of signs changes the sum of the
// D[r] - t by -2 * sum over S, so the flipped sum reaches the observed one exactly if the mean of D over S is at most t
// (or S is empty). Hence
//
//   p(t) = (1 + number of non-empty S with mean <= t) / 2^n,
//
// and t is rejected at 2.5 % if that number is below k = floor(2.5 % of 2^n), that is, if t lies below the k-th
// smallest of the 2^n - 1 subset means. Up to n = 20 all subsets are enumerated; beyond, 2^16 - 1 of them are drawn
// with a fixed seed, which is a valid test too (the identity is always counted).
#ifndef FIRSTBYTE_REPORT_SIGN_FLIP_H_
#define FIRSTBYTE_REPORT_SIGN_FLIP_H_

#include <optional>
#include <string>
#include <vector>

#include "report/statistics.h"

namespace firstbyte::report {

// With fewer runs, 2.5 % of 2^n is less than one subset. A smaller alpha needs more: RunsForInterval().
inline constexpr int kRunsForInterval = 6;
inline constexpr int kRunsForEnumeration = 20;

struct SignFlip {
  double mean = 0;                   // the estimate that p and the interval belong to
  double hodges_lehmann = 0;         // of the same values; far from the mean, it tells of wild runs
  double p = 1;                      // two-sided, of "no difference"
  std::optional<Interval> interval;  // 1 - alpha: 95 % unless asked otherwise; closed
  std::string no_interval;           // why there is none
  bool exact = true;                 // enumerated, not drawn
};

// `differences`: one finite value per run, at least one. `alpha`: of the interval, at least 1/1000; the p value has
// nothing to do with it.
SignFlip TestSignFlip(const std::vector<double>& differences, double alpha = 0.05);

// How many runs an interval takes.
int RunsForInterval(double alpha);

// The smallest p value that this many runs can reach.
double SmallestP(int runs);

}  // namespace firstbyte::report

#endif  // FIRSTBYTE_REPORT_SIGN_FLIP_H_
