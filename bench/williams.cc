// SPDX-License-Identifier: GPL-2.0-or-later
#include "bench/williams.h"

#include <algorithm>

namespace firstbyte::bench {

std::size_t WilliamsRows(std::size_t arms) { return arms < 2 || arms % 2 == 0 ? arms : 2 * arms; }

std::vector<int> WilliamsRow(std::size_t arms, std::size_t row) {
  std::vector<int> order(arms);
  if (arms == 0) return order;
  row %= WilliamsRows(arms);
  // The first row zigzags 0, 1, n-1, 2, n-2, ...; the others are its shifts, and for an odd number of arms the
  // reversals of all of them as well.
  for (std::size_t i = 0; i < arms; ++i) {
    const std::size_t zigzag = i % 2 == 1 ? (i + 1) / 2 : (arms - i / 2) % arms;
    order[i] = static_cast<int>((zigzag + row) % arms);
  }
  if (row >= arms) std::reverse(order.begin(), order.end());
  return order;
}

}  // namespace firstbyte::bench
