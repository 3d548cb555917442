// SPDX-License-Identifier: GPL-2.0-or-later
// The order of arms within a round: the rows of a Williams design (E. J. Williams, 1949).
//
// Over all rows each arm stands in each position equally often, and each arm follows each other arm equally often:
// neither a drift within a round nor what one arm leaves in the caches for the next favours anybody. `arms` rows for an
// even number of arms, twice as many for an odd one.
#ifndef FIRSTBYTE_BENCH_WILLIAMS_H_
#define FIRSTBYTE_BENCH_WILLIAMS_H_

#include <cstddef>
#include <vector>

namespace firstbyte::bench {

// How many rows the design has; 0 for 0 arms.
std::size_t WilliamsRows(std::size_t arms);

// The row with that number, modulo the number of rows.
std::vector<int> WilliamsRow(std::size_t arms, std::size_t row);

}  // namespace firstbyte::bench

#endif  // FIRSTBYTE_BENCH_WILLIAMS_H_
