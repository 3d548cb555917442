// SPDX-License-Identifier: GPL-2.0-or-later
#include "report/statistics.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <numbers>
#include <numeric>

#include "base/median.h"

namespace firstbyte::report {
namespace {

// P(|T| <= t) for Student's t with whole degrees of freedom, by the finite series of Abramowitz and Stegun 26.7.3
// and 26.7.4.
double StudentWithin(double t, int degrees) {
  const double theta = std::atan(t / std::sqrt(degrees));
  const double cosine_squared = std::cos(theta) * std::cos(theta);
  const bool odd = degrees % 2 == 1;
  double term = odd ? std::cos(theta) : 1.0;
  double sum = degrees == 1 ? 0.0 : term;
  for (int i = odd ? 3 : 2; i < degrees; i += 2) {
    term *= cosine_squared * (i - 1) / i;
    sum += term;
  }
  sum *= std::sin(theta);
  return odd ? 2.0 / std::numbers::pi * (theta + sum) : sum;
}

}  // namespace

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

double StudentCritical(int degrees) {
  double low = 0;
  double high = 16;  // t of one degree of freedom is 12.7, and it falls from there
  for (int i = 0; i < 60; ++i) {
    const double middle = (low + high) / 2;
    (StudentWithin(middle, degrees) < 0.95 ? low : high) = middle;
  }
  return (low + high) / 2;
}

std::optional<Interval> StudentInterval(const std::vector<double>& values) {
  if (values.size() < 2) return {};
  const double mean = Mean(values);
  const auto n = static_cast<double>(values.size());
  double squares = 0;
  for (const double value : values) squares += (value - mean) * (value - mean);
  const double half = StudentCritical(static_cast<int>(values.size()) - 1) * std::sqrt(squares / (n - 1) / n);
  return Interval{mean - half, mean + half};
}

}  // namespace firstbyte::report
