// SPDX-License-Identifier: GPL-2.0-or-later
#include "report/student.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <numeric>

namespace firstbyte::report {
namespace {

// P(|T| <= t), by the finite series of Abramowitz and Stegun 26.7.3 and 26.7.4.
double Within(double t, int degrees) {
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

// Of a percentage of a logarithm.
double SlowDownPercent(double log_percent) {
  constexpr double kPercent = 100;
  constexpr double kMostLog = 20;  // 500 million times as slow: of more, nobody needs the number, and it must stay one
  return kPercent * std::expm1(std::min(log_percent / kPercent, kMostLog));
}

}  // namespace

double StudentQuantile(double p, int degrees) {
  const double within = 2 * p - 1;
  double low = 0;
  double high = 1;
  while (Within(high, degrees) < within && high < 1e9) high *= 2;
  for (int i = 0; i < 100; ++i) {
    const double middle = (low + high) / 2;
    (Within(middle, degrees) < within ? low : high) = middle;
  }
  return (low + high) / 2;
}

std::optional<double> StandardDeviation(const std::vector<double>& values) {
  if (values.size() < 2) return {};
  const auto n = static_cast<double>(values.size());
  const double mean = std::accumulate(values.begin(), values.end(), 0.0) / n;
  double squares = 0;
  for (const double value : values) squares += (value - mean) * (value - mean);
  return std::sqrt(squares / (n - 1));
}

double MinimalDetectableEffect(double sd, int runs, double alpha, double power) {
  const double t = StudentQuantile(1 - alpha / 2, runs - 1) + StudentQuantile(power, runs - 1);
  return t * sd / std::sqrt(runs);
}

double DetectablePercent(double deviation_percent, int runs, double alpha) {
  return SlowDownPercent(MinimalDetectableEffect(deviation_percent, runs, alpha));
}

double HalfIntervalPercent(double deviation_percent, int runs, double alpha) {
  return SlowDownPercent(StudentQuantile(1 - alpha / 2, runs - 1) * deviation_percent / std::sqrt(runs));
}

}  // namespace firstbyte::report
