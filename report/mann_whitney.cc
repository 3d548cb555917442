// SPDX-License-Identifier: GPL-2.0-or-later
#include "report/mann_whitney.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <numbers>
#include <utility>

namespace firstbyte::report {
namespace {

constexpr std::size_t kMostExact = 50;

struct Ranks {
  double sum_of_first = 0;
  double tie_term = 0;  // sum of t^3 - t over groups of t equal values
};

Ranks Rank(const std::vector<double>& first, const std::vector<double>& second) {
  std::vector<std::pair<double, bool>> all;
  for (const double value : first) all.emplace_back(value, true);
  for (const double value : second) all.emplace_back(value, false);
  std::sort(all.begin(), all.end());
  Ranks ranks;
  for (std::size_t from = 0; from < all.size();) {
    std::size_t to = from;
    while (to < all.size() && all[to].first == all[from].first) ++to;
    const auto ties = static_cast<double>(to - from);
    const double rank = (static_cast<double>(from) + 1 + static_cast<double>(to)) / 2;
    for (std::size_t i = from; i < to; ++i) ranks.sum_of_first += all[i].second ? rank : 0;
    ranks.tie_term += ties * ties * ties - ties;
    from = to;
  }
  return ranks;
}

// P(U <= u) where all orders are equally likely. The number of orders with a given u is the coefficient of x^u in the
// Gaussian binomial, the product of (1 - x^(n + i)) / (1 - x^i) for i up to m.
double ExactAtMost(std::size_t u, std::size_t m, std::size_t n) {
  std::vector<double> count(m * n + 1);
  count[0] = 1;
  for (std::size_t i = 1; i <= m; ++i) {
    for (std::size_t j = count.size(); j-- > n + i;) count[j] -= count[j - n - i];
    for (std::size_t j = i; j < count.size(); ++j) count[j] += count[j - i];
  }
  double below = 0;
  double all = 0;
  for (std::size_t i = 0; i < count.size(); ++i) {
    all += count[i];
    if (i <= u) below += count[i];
  }
  return below / all;
}

double NormalP(double u, const Ranks& ranks, double m, double n) {
  const double total = m + n;
  const double variance = m * n / 12 * (total + 1 - ranks.tie_term / (total * (total - 1)));
  if (variance <= 0) return 1;
  const double z = std::max(0.0, std::abs(u - m * n / 2) - 0.5) / std::sqrt(variance);
  return std::min(1.0, std::erfc(z / std::numbers::sqrt2));
}

}  // namespace

MannWhitney TestMannWhitney(const std::vector<double>& first, const std::vector<double>& second) {
  const Ranks ranks = Rank(first, second);
  const auto m = static_cast<double>(first.size());
  const auto n = static_cast<double>(second.size());
  MannWhitney test;
  test.u = ranks.sum_of_first - m * (m + 1) / 2;
  test.exact = ranks.tie_term == 0 && first.size() <= kMostExact && second.size() <= kMostExact;
  if (!test.exact) {
    test.p = NormalP(test.u, ranks, m, n);
    return test;
  }
  const double smaller = std::min(test.u, m * n - test.u);
  test.p = std::min(1.0, 2 * ExactAtMost(static_cast<std::size_t>(smaller), first.size(), second.size()));
  return test;
}

}  // namespace firstbyte::report
