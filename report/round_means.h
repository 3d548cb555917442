// SPDX-License-Identifier: GPL-2.0-or-later
// The times that all statistics start from: per arm, run and round the mean of one operation, in nanoseconds. Nothing
// is left out and nothing is rounded.
#ifndef FIRSTBYTE_REPORT_ROUND_MEANS_H_
#define FIRSTBYTE_REPORT_ROUND_MEANS_H_

#include <string>
#include <vector>

#include "base/error.h"
#include "report/results.h"

namespace firstbyte::report {

// Wall time is the mails' headline. Thread CPU time leaves out what other threads took, and is the quieter of the two
// on a shared machine; a CPUID that traps is in both.
enum class Clock { kWall, kThreadCpu };

// How the clock is called in a table.
std::string ClockName(const Results& results, Clock clock);

// means[run][round] of one arm.
using Means = std::vector<std::vector<double>>;

// One per arm. `results` must be valid (report/validate.h). Invalid if the clock was not measured.
Result<std::vector<Means>> CollectMeans(const Results& results, Clock clock);

// The headline: the median of all means.
double MedianOfRounds(const Means& means);

// The median of each run's means.
std::vector<double> RunMedians(const Means& means);

// D(r) of every run: the median over its rounds of ln(reference) - ln(arm), so that what moved both arms of a round is
// not in it. All means must be positive.
std::vector<double> RunLogDifferences(const Means& reference, const Means& arm);

}  // namespace firstbyte::report

#endif  // FIRSTBYTE_REPORT_ROUND_MEANS_H_
