// SPDX-License-Identifier: GPL-2.0-or-later
#include "report/calibration.h"

#include <algorithm>
#include <cmath>

#include "report/binomial.h"

namespace firstbyte::report {
namespace {

constexpr double kTail = 0.025;  // of a 95 % interval

// Whether the upper end of the interval is kHighestRate at most, without looking for it.
bool Shows(std::int64_t false_positives, std::int64_t experiments) {
  return BinomialAtMost(false_positives, experiments, kHighestRate) <= kTail;
}

}  // namespace

FalseAlarms CountFalseAlarms(const CalibrationRow& row, double alpha) {
  FalseAlarms alarms;
  alarms.experiments = static_cast<std::int64_t>(row.p_values.size());
  alarms.false_positives = std::count_if(row.p_values.begin(), row.p_values.end(), [&](double p) { return p < alpha; });
  if (alarms.experiments == 0) {
    alarms.interval = {0, 1};
    return alarms;
  }
  alarms.rate = static_cast<double>(alarms.false_positives) / static_cast<double>(alarms.experiments);
  alarms.interval = ClopperPearson(alarms.false_positives, alarms.experiments);
  return alarms;
}

RateState StateOf(const FalseAlarms& alarms) {
  if (alarms.interval.high <= kHighestRate) return RateState::kHolds;
  if (alarms.interval.low > kNominalRate) return RateState::kCannotHold;
  return RateState::kNotShown;
}

bool AllowsJudging(const FalseAlarms& alarms) {
  if (StateOf(alarms) != RateState::kNotShown) return StateOf(alarms) == RateState::kHolds;
  return alarms.experiments >= kFewestExperiments && alarms.rate < kHighestRate;
}

std::string RateStateName(RateState state) {
  switch (state) {
    case RateState::kHolds:
      return "holds";
    case RateState::kCannotHold:
      return "cannot hold";
    case RateState::kNotShown:
      return "not shown";
  }
  return "unknown";
}

std::optional<std::int64_t> ExperimentsToShow(const FalseAlarms& alarms) {
  const double rate = std::max(alarms.rate, kNominalRate);
  if (rate >= kHighestRate) return {};
  constexpr std::int64_t kStep = 10;  // it is "about", and whoever plans wants round numbers
  for (std::int64_t n = kStep; n <= kMostCalibrationExperiments; n += std::max(kStep, n / 100 / kStep * kStep)) {
    if (n <= alarms.experiments) continue;
    if (Shows(static_cast<std::int64_t>(std::ceil(rate * static_cast<double>(n))), n)) return n;
  }
  return {};
}

std::vector<std::int64_t> Histogram(const std::vector<double>& p_values, std::size_t bins) {
  std::vector<std::int64_t> counts(bins, 0);
  for (const double p : p_values) {
    const auto bin = static_cast<std::size_t>(std::max(0.0, p) * static_cast<double>(bins));
    ++counts[std::min(bin, bins - 1)];
  }
  return counts;
}

}  // namespace firstbyte::report
