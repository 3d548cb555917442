// SPDX-License-Identifier: GPL-2.0-or-later
#include "report/statistics.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <numeric>

#include "base/median.h"
#include "report/student.h"

namespace firstbyte::report {
double Mean(const std::vector<double>& values) {
  return std::accumulate(values.begin(), values.end(), 0.0) / static_cast<double>(values.size());
}

double MedianAbsoluteDeviation(const std::vector<double>& values) {
  const double median = Median(values);
  std::vector<double> deviations;
  deviations.reserve(values.size());
  for (const double value : values) deviations.push_back(std::abs(value - median));
  return Median(std::move(deviations));
}

double HodgesLehmann(const std::vector<double>& values) {
  std::vector<double> means;
  means.reserve(values.size() * (values.size() + 1) / 2);
  for (std::size_t i = 0; i < values.size(); ++i) {
    for (std::size_t j = i; j < values.size(); ++j) means.push_back((values[i] + values[j]) / 2);
  }
  return Median(std::move(means));
}

std::optional<Interval> StudentInterval(const std::vector<double>& values) {
  const auto deviation = StandardDeviation(values);
  if (!deviation) return {};
  const double mean = Mean(values);
  const auto n = static_cast<double>(values.size());
  const double half = StudentQuantile(0.975, static_cast<int>(values.size()) - 1) * *deviation / std::sqrt(n);
  return Interval{mean - half, mean + half};
}

}  // namespace firstbyte::report
