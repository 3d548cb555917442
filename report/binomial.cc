// SPDX-License-Identifier: GPL-2.0-or-later
#include "report/binomial.h"

#include <algorithm>
#include <cmath>

namespace firstbyte::report {
namespace {

double LogChoose(std::int64_t n, std::int64_t k) {
  const auto log_factorial = [](std::int64_t m) { return std::lgamma(static_cast<double>(m) + 1); };
  return log_factorial(n) - log_factorial(k) - log_factorial(n - k);
}

// Where a probability that falls with p has a value.
template <typename Probability>
double Solve(const Probability& falling, double value) {
  double low = 0;
  double high = 1;
  for (int i = 0; i < 100; ++i) {
    const double middle = (low + high) / 2;
    (falling(middle) > value ? low : high) = middle;
  }
  return (low + high) / 2;
}

}  // namespace

double BinomialAtMost(std::int64_t k, std::int64_t n, double p) {
  if (k >= n || p <= 0) return 1;
  if (p >= 1) return 0;
  double sum = 0;
  for (std::int64_t i = 0; i <= k; ++i) {
    sum +=
        std::exp(LogChoose(n, i) + static_cast<double>(i) * std::log(p) + static_cast<double>(n - i) * std::log1p(-p));
  }
  return std::min(1.0, sum);
}

Interval ClopperPearson(std::int64_t successes, std::int64_t trials, double confidence) {
  const double tail = (1 - confidence) / 2;
  Interval interval{0, 1};
  // At the ends, what was seen is the last that is not too unlikely.
  if (successes > 0) interval.low = Solve([&](double p) { return BinomialAtMost(successes - 1, trials, p); }, 1 - tail);
  if (successes < trials) interval.high = Solve([&](double p) { return BinomialAtMost(successes, trials, p); }, tail);
  return interval;
}

double SignTestP(std::int64_t above, std::int64_t below) {
  return std::min(1.0, 2 * BinomialAtMost(std::min(above, below), above + below, 0.5));
}

}  // namespace firstbyte::report
