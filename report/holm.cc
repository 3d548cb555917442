// SPDX-License-Identifier: GPL-2.0-or-later
#include "report/holm.h"

#include <algorithm>
#include <cstddef>
#include <numeric>

namespace firstbyte::report {

std::vector<double> HolmAdjusted(const std::vector<double>& p) {
  std::vector<std::size_t> order(p.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return p[a] < p[b]; });
  std::vector<double> adjusted(p.size());
  double most = 0;
  for (std::size_t i = 0; i < order.size(); ++i) {
    most = std::max(most, p[order[i]] * static_cast<double>(p.size() - i));
    adjusted[order[i]] = std::min(1.0, most);
  }
  return adjusted;
}

}  // namespace firstbyte::report
