// SPDX-License-Identifier: GPL-2.0-or-later
// What makes the differences of a measurement scatter: the runs (processes, with their place in memory) or the rounds
// within them. One-way random effects by the analysis of variance: of runs with the same number of rounds,
//
//   round variance = mean square within runs,
//   run variance   = (mean square between runs - mean square within) / rounds, and 0 where that is negative.
//
// The unit is the square of that of the values.
#ifndef FIRSTBYTE_REPORT_VARIANCE_COMPONENTS_H_
#define FIRSTBYTE_REPORT_VARIANCE_COMPONENTS_H_

#include <optional>
#include <vector>

namespace firstbyte::report {

struct VarianceComponents {
  double run_variance = 0;
  double round_variance = 0;
  // The intraclass correlation: the share of the run's variance in both; 0 where rounds tell all, 1 where further
  // rounds of a run tell nothing new. May be negative: then rounds of a run differ more than those of different runs.
  double intraclass_correlation = 0;
  // Of the means of successive runs: near 1 where the machine drifts. Nothing for fewer than three runs, or where they
  // are all the same.
  std::optional<double> lag_one_autocorrelation;
};

// Of values in the order in which they were measured. Nothing for fewer than three, or where they are all the same.
std::optional<double> LagOneAutocorrelation(const std::vector<double>& values);

// values[run][round]. Nothing for fewer than two runs or rounds, for runs of different lengths, or where all values
// are the same.
std::optional<VarianceComponents> EstimateVariance(const std::vector<std::vector<double>>& values);

}  // namespace firstbyte::report

#endif  // FIRSTBYTE_REPORT_VARIANCE_COMPONENTS_H_
