// SPDX-License-Identifier: GPL-2.0-or-later
// The location and spread of small samples. Medians, because one round in which the machine did something else must not
// move a result; docs/statistics.md says how they are used. Values are of any unit, finite, and at least one (two for
// the t-interval); the results have the unit of the values.
#ifndef FIRSTBYTE_REPORT_STATISTICS_H_
#define FIRSTBYTE_REPORT_STATISTICS_H_

#include <optional>
#include <vector>

namespace firstbyte::report {

struct Interval {
  double low = 0;
  double high = 0;
};

double Mean(const std::vector<double>& values);

// The median of the absolute deviations from the median, not scaled to a standard deviation.
double MedianAbsoluteDeviation(const std::vector<double>& values);

// The median of the means of all pairs, each value with itself included: nearly as insensitive as the median, nearly as
// precise as the mean.
double HodgesLehmann(const std::vector<double>& values);

// The classical 95 % interval of the mean. It believes in normal values, so it only serves to check the sign-flip
// interval (report/sign_flip.h). Empty for one value.
std::optional<Interval> StudentInterval(const std::vector<double>& values);

}  // namespace firstbyte::report

#endif  // FIRSTBYTE_REPORT_STATISTICS_H_
