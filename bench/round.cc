// SPDX-License-Identifier: GPL-2.0-or-later
#include "bench/round.h"

#include <cstddef>

namespace firstbyte::bench {

report::Sample MakeSample(int arm, int position, const Reading& difference) {
  report::Sample sample;
  sample.arm = arm;
  sample.position = position;
  sample.wall_ns = difference.wall_ns;
  sample.cpu_ns = difference.cpu_ns;
  sample.tsc_ticks = difference.tsc_ticks;
  sample.voluntary_switches = difference.voluntary_switches;
  sample.involuntary_switches = difference.involuntary_switches;
  sample.migrations = difference.migrations;
  sample.minor_faults = difference.minor_faults;
  sample.major_faults = difference.major_faults;
  sample.steal_ticks = difference.steal_ticks;
  sample.cycles = difference.counts.cycles;
  sample.instructions = difference.counts.instructions;
  sample.branches = difference.counts.branches;
  sample.branch_misses = difference.counts.branch_misses;
  sample.counters_permille = difference.counts.permille;
  return sample;
}

Result<report::Round> MeasureRound(std::span<ArmRunner> runners, const std::vector<int>& order, std::int64_t operations,
                                   Meter& meter) {
  report::Round round;
  for (std::size_t position = 0; position < order.size(); ++position) {
    const int arm = order[position];
    ArmRunner& runner = runners[static_cast<std::size_t>(arm)];
    const Reading before = meter.Before();
    const std::uint64_t sum = runner.RunBlock(operations);
    const Reading after = meter.After();
    if (const auto ok = runner.CheckBlock(operations, sum); !ok) return tl::unexpected<Error>(ok.error());
    round.samples.push_back(MakeSample(arm, static_cast<int>(position), meter.Between(before, after)));
  }
  return round;
}

}  // namespace firstbyte::bench
