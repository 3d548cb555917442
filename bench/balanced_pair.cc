// SPDX-License-Identifier: GPL-2.0-or-later
#include "bench/balanced_pair.h"

#include <cstddef>

#include "base/median.h"

namespace firstbyte::bench {
namespace {

constexpr int kReadings = 1001;

std::int64_t Time(Contestant& contestant, int times, TickClock& clock) {
  const std::uint64_t before = clock.Ticks();
  contestant.Run(times);
  return static_cast<std::int64_t>(clock.Ticks() - before);
}

// `order`: 0 to 3, one of the four ways to begin the warm-ups and the cells.
PairTicks MeasureBlock(const Pair& pair, const Calibration& calibration, std::int64_t block, int order,
                       TickClock& clock) {
  const bool first_warms_first = (order & 1) != 0;
  PairTicks ticks;
  ticks.first_ran_first = (order & 2) != 0;
  pair.first->Prepare(block);
  pair.second->Prepare(block);
  (first_warms_first ? pair.first : pair.second)->Run(1);
  (first_warms_first ? pair.second : pair.first)->Run(1);
  if (ticks.first_ran_first) {
    ticks.first = Time(*pair.first, pair.times, clock);
    ticks.second = Time(*pair.second, pair.times, clock);
  } else {
    ticks.second = Time(*pair.second, pair.times, clock);
    ticks.first = Time(*pair.first, pair.times, clock);
  }
  calibration.contestant->Run(1);
  ticks.calibration = Time(*calibration.contestant, calibration.times, clock);
  return ticks;
}

}  // namespace

std::vector<std::vector<PairTicks>> MeasurePairs(std::span<const Pair> pairs, const Calibration& calibration,
                                                 int blocks, SplitMix64& random, TickClock& clock,
                                                 const std::function<bool(std::int64_t done)>& after_group) {
  std::vector<std::vector<PairTicks>> ticks(pairs.size());
  for (auto& of_pair : ticks) of_pair.reserve(static_cast<std::size_t>(blocks));
  std::int64_t done = 0;
  for (int start = 0; start < blocks; start += kBlockGroup) {
    for (const int index : Permutation(pairs.size(), random)) {
      const auto pair = static_cast<std::size_t>(index);
      if (start / kBlockGroup % pairs[pair].every == 0) {
        int block = start;
        for (const int order : Permutation(kBlockGroup, random))
          ticks[pair].push_back(MeasureBlock(pairs[pair], calibration, block++, order, clock));
      }
      if (!after_group(++done)) return ticks;
    }
  }
  return ticks;
}

double ReadingTicks(TickClock& clock) {
  std::vector<double> ticks;
  ticks.reserve(kReadings);
  for (int i = 0; i < kReadings; ++i) {
    const std::uint64_t before = clock.Ticks();
    ticks.push_back(static_cast<double>(clock.Ticks() - before));
  }
  return Median(std::move(ticks));
}

}  // namespace firstbyte::bench
