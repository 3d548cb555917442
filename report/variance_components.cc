// SPDX-License-Identifier: GPL-2.0-or-later
#include "report/variance_components.h"

#include <algorithm>
#include <cmath>
#include <cstddef>

#include "report/statistics.h"

namespace firstbyte::report {
namespace {

double SquaresFrom(const std::vector<double>& values, double centre) {
  double sum = 0;
  for (const double value : values) sum += (value - centre) * (value - centre);
  return sum;
}

}  // namespace

std::optional<double> LagOneAutocorrelation(const std::vector<double>& values) {
  if (values.size() < 3) return {};
  const double mean = Mean(values);
  const double squares = SquaresFrom(values, mean);
  if (squares <= 0) return {};
  double products = 0;
  for (std::size_t i = 1; i < values.size(); ++i) products += (values[i] - mean) * (values[i - 1] - mean);
  return products / squares;
}

std::optional<VarianceComponents> EstimateVariance(const std::vector<std::vector<double>>& values) {
  if (values.size() < 2 || values[0].size() < 2) return {};
  const auto runs = static_cast<double>(values.size());
  const auto rounds = static_cast<double>(values[0].size());
  std::vector<double> means;
  double within = 0;
  for (const std::vector<double>& run : values) {
    if (run.size() != values[0].size()) return {};
    means.push_back(Mean(run));
    within += SquaresFrom(run, means.back());
  }
  within /= runs * (rounds - 1);
  const double between = rounds * SquaresFrom(means, Mean(means)) / (runs - 1);
  const double denominator = between + (rounds - 1) * within;
  if (denominator <= 0) return {};
  VarianceComponents components;
  components.round_variance = within;
  components.run_variance = std::max(0.0, (between - within) / rounds);
  components.intraclass_correlation = (between - within) / denominator;
  components.lag_one_autocorrelation = LagOneAutocorrelation(means);
  return components;
}

}  // namespace firstbyte::report
