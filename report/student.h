// SPDX-License-Identifier: GPL-2.0-or-later
// Student's t distribution with whole degrees of freedom, and how small a difference a number of runs can show.
#ifndef FIRSTBYTE_REPORT_STUDENT_H_
#define FIRSTBYTE_REPORT_STUDENT_H_

#include <optional>
#include <vector>

namespace firstbyte::report {

// The value that t stays below with probability `p`, which is in (0.5, 1); degrees >= 1. StudentQuantile(0.975, 11) is
// 2.201.
double StudentQuantile(double p, int degrees);

// The standard deviation of a population of which the values are a sample (n - 1). Nothing for fewer than two.
std::optional<double> StandardDeviation(const std::vector<double>& values);

// The minimal detectable effect: the true mean of differences with standard deviation `sd` that a two-sided test at
// `alpha` over so many runs finds with probability `power` > 0.5, in the unit of `sd`: 0.888 sd for 12 runs.
// (t(1 - alpha/2) + t(power)) sd / sqrt(runs), as usual for planning; needs two runs.
double MinimalDetectableEffect(double sd, int runs, double alpha = 0.05, double power = 0.8);

// The same as a change of the time, in percent of the reference, for a deviation in percent of a logarithm: the
// slow-down that is found, as margins are about slow-downs. A saving is found when it is a little smaller. Two runs.
double DetectablePercent(double deviation_percent, int runs, double alpha = 0.05);

// Half of the interval that so many runs leave, in percent like DetectablePercent(): t(1 - alpha/2) sd / sqrt(runs).
// That nothing changed by more than a margin is shown only where it is below the margin, even if nothing changed.
double HalfIntervalPercent(double deviation_percent, int runs, double alpha = 0.05);

}  // namespace firstbyte::report

#endif  // FIRSTBYTE_REPORT_STUDENT_H_
