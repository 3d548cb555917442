// SPDX-License-Identifier: GPL-2.0-or-later
#include "base/median.h"

#include <algorithm>
#include <cstddef>

namespace firstbyte {

double Median(std::vector<double> values) {
  const std::size_t middle = values.size() / 2;
  const auto at = values.begin() + static_cast<std::ptrdiff_t>(middle);
  std::nth_element(values.begin(), at, values.end());
  if (values.size() % 2 == 1) return *at;
  const double below = *std::max_element(values.begin(), at);
  return below + (*at - below) / 2;
}

}  // namespace firstbyte
