// SPDX-License-Identifier: GPL-2.0-or-later
#include "report/sign_flip.h"

#include <fmt/core.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <random>

namespace firstbyte::report {
namespace {

constexpr std::size_t kDraws = std::size_t{1} << 16;
// A sum of differences that cancel is 0 but for the rounding of its terms. Taking it for 0 is the careful side: it
// counts as evidence for "no difference".
constexpr double kCancelled = 1e-12;

bool IsEnumerated(std::size_t runs) { return runs <= static_cast<std::size_t>(kRunsForEnumeration); }

// How many flips there are in all, the identity included.
std::size_t Flips(std::size_t runs) { return IsEnumerated(runs) ? std::size_t{1} << runs : kDraws; }

double SubsetMean(double sum, std::size_t size, double scale) {
  return std::abs(sum) <= kCancelled * scale ? 0.0 : sum / static_cast<double>(size);
}

std::vector<double> AllSubsetMeans(const std::vector<double>& values, double scale) {
  std::vector<double> sums(std::size_t{1} << values.size());
  std::vector<double> means;
  means.reserve(sums.size() - 1);
  for (std::size_t subset = 1; subset < sums.size(); ++subset) {
    const auto lowest = static_cast<std::size_t>(std::countr_zero(subset));
    sums[subset] = sums[subset & (subset - 1)] + values[lowest];
    means.push_back(SubsetMean(sums[subset], static_cast<std::size_t>(std::popcount(subset)), scale));
  }
  return means;
}

std::vector<double> DrawnSubsetMeans(const std::vector<double>& values, double scale) {
  constexpr std::size_t kBits = 64;  // of a number that is drawn
  // Fixed, so that a report of the same file is the same report.
  std::mt19937_64 random(20'260'825);
  std::vector<double> means;
  means.reserve(kDraws - 1);
  while (means.size() < kDraws - 1) {
    double sum = 0;
    std::size_t size = 0;
    for (std::size_t first = 0; first < values.size(); first += kBits) {
      std::uint64_t bits = random();
      if (values.size() - first < kBits) bits &= (std::uint64_t{1} << (values.size() - first)) - 1;
      size += static_cast<std::size_t>(std::popcount(bits));
      for (; bits != 0; bits &= bits - 1) sum += values[first + static_cast<std::size_t>(std::countr_zero(bits))];
    }
    if (size > 0) means.push_back(SubsetMean(sum, size, scale));
  }
  return means;
}

std::vector<double> SubsetMeans(std::vector<double> values) {
  // The order of the runs must not matter, not even for the last bit of a sum or for what is drawn.
  std::sort(values.begin(), values.end());
  double scale = 0;
  for (const double value : values) scale += std::abs(value);
  return IsEnumerated(values.size()) ? AllSubsetMeans(values, scale) : DrawnSubsetMeans(values, scale);
}

double TwoSidedP(const std::vector<double>& means, std::size_t flips) {
  const auto not_above = std::count_if(means.begin(), means.end(), [](double mean) { return mean <= 0; });
  const auto not_below = std::count_if(means.begin(), means.end(), [](double mean) { return mean >= 0; });
  const auto tail = static_cast<double>(1 + std::min(not_above, not_below));
  return std::min(1.0, 2 * tail / static_cast<double>(flips));
}

double OrderStatistic(std::vector<double>& values, std::size_t index) {
  const auto at = values.begin() + static_cast<std::ptrdiff_t>(index);
  std::nth_element(values.begin(), at, values.end());
  return *at;
}

}  // namespace

int RunsForInterval(double alpha) {
  int runs = 1;
  while (alpha / 2 * static_cast<double>(Flips(static_cast<std::size_t>(runs))) < 1 && runs < kRunsForEnumeration)
    ++runs;
  return runs;
}

SignFlip TestSignFlip(const std::vector<double>& differences, double alpha) {
  std::vector<double> means = SubsetMeans(differences);
  const std::size_t flips = Flips(differences.size());
  SignFlip result;
  result.mean = Mean(differences);
  result.hodges_lehmann = HodgesLehmann(differences);
  result.exact = IsEnumerated(differences.size());
  result.p = TwoSidedP(means, flips);
  const auto k = static_cast<std::size_t>(std::floor(alpha / 2 * static_cast<double>(flips)));
  if (k == 0) {
    result.no_interval = fmt::format("{} runs cannot give a {:g} % interval; it needs {}", differences.size(),
                                     100 * (1 - alpha), RunsForInterval(alpha));
    return result;
  }
  result.interval = Interval{OrderStatistic(means, k - 1), OrderStatistic(means, means.size() - k)};
  return result;
}

double SmallestP(int runs) { return std::min(1.0, 2 / static_cast<double>(Flips(static_cast<std::size_t>(runs)))); }

}  // namespace firstbyte::report
