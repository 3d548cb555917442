// SPDX-License-Identifier: GPL-2.0-or-later
// Times two things against each other, in blocks. In a block both are prepared and warmed up once, then each gets one
// cell of `times` operations; what is timed last, warmed up likewise, is the price of a CPUID, so that each block has
// one of its own.
//
// Both the order of the warm-ups and that of the cells are drawn, balanced over each four blocks: the first cell of a
// block is slower by more than some of the differences that are looked for, whichever cell it is. Blocks of all pairs
// are interleaved, a group of four at a time in a drawn order of the pairs: a change of the machine's state (the price
// of an exit has levels that last seconds) then meets all of them. Times are ticks of an injected clock.
#ifndef FIRSTBYTE_BENCH_BALANCED_PAIR_H_
#define FIRSTBYTE_BENCH_BALANCED_PAIR_H_

#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "base/random.h"

namespace firstbyte::bench {

// What is timed.
class Contestant {
 public:
  virtual ~Contestant() = default;
  // Before each block, not timed: makes the state that the operation starts from.
  virtual void Prepare(std::int64_t block) = 0;
  virtual void Run(int times) = 0;
  // What did not end as it should, warm-ups included: what fails at once would be timed as fast.
  virtual std::int64_t failures() const { return 0; }
};

// A clock whose ticks are fine enough for a cell; the TSC (cpuid::ReadTsc), or a script in tests.
class TickClock {
 public:
  virtual ~TickClock() = default;
  virtual std::uint64_t Ticks() = 0;
};

struct Pair {
  Contestant* first = nullptr;
  Contestant* second = nullptr;
  int times = 1;  // operations per cell
  int every = 1;  // only in every so many-th group of blocks, the first among them: for what takes long
};

// Ticks of whole cells, the readings included.
struct PairTicks {
  std::int64_t first = 0;
  std::int64_t second = 0;
  std::int64_t calibration = 0;
  bool first_ran_first = false;
};

// A thing that is timed in every block, `times` operations at a time.
struct Calibration {
  Contestant* contestant = nullptr;
  int times = 1;
};

// Blocks come in groups of this many.
inline constexpr int kBlockGroup = 4;

// Ticks of `blocks` blocks of each pair, a multiple of kBlockGroup, or of fewer (Pair::every). `after_group` is told
// after each group how many are done, and says whether to go on: where not, what is returned is of no use.
std::vector<std::vector<PairTicks>> MeasurePairs(std::span<const Pair> pairs, const Calibration& calibration,
                                                 int blocks, SplitMix64& random, TickClock& clock,
                                                 const std::function<bool(std::int64_t done)>& after_group);

// What two readings of the clock around nothing are apart: the median of many.
double ReadingTicks(TickClock& clock);

}  // namespace firstbyte::bench

#endif  // FIRSTBYTE_BENCH_BALANCED_PAIR_H_
