// SPDX-License-Identifier: GPL-2.0-or-later
// Which arm runs when, and in which memory: everything about a measurement's order that is drawn or counted, as a
// function of the protocol's seed.
#ifndef FIRSTBYTE_BENCH_SCHEDULE_H_
#define FIRSTBYTE_BENCH_SCHEDULE_H_

#include <cstdint>
#include <vector>

#include "report/results.h"

namespace firstbyte::bench {

// The arms' indices in the order in which they run in a round. `global_round` counts over all runs (runs need not hold
// a multiple of the design's rows each). The operations follow one another, which one is first alternates from one pass
// through the design to the next; within an operation the row of a Williams design.
std::vector<int> RoundOrder(const std::vector<report::Arm>& arms, std::int64_t global_round);

// What is drawn for one process of a run, so that placement in memory is a different one in each: the sign of a run's
// difference is then as likely to be either where there is no difference.
struct ProcessDraw {
  std::vector<int> slots;              // slots[arm]: the physical buffers that the arm uses
  std::int64_t environment_bytes = 0;  // padding of the environment, which moves the stack
};

// `process` counts the processes of one run: 0, and one more for each time that it was resumed. Slots depend on the run
// alone.
ProcessDraw DrawProcess(std::uint64_t seed, int run, int process, std::size_t arms);

}  // namespace firstbyte::bench

#endif  // FIRSTBYTE_BENCH_SCHEDULE_H_
