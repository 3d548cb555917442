// SPDX-License-Identifier: GPL-2.0-or-later
// One round: a block of operations of each arm, one after the other in the given order, each with its readings.
#ifndef FIRSTBYTE_BENCH_ROUND_H_
#define FIRSTBYTE_BENCH_ROUND_H_

#include <cstdint>
#include <span>
#include <vector>

#include "base/error.h"
#include "bench/arm_runner.h"
#include "bench/meter.h"
#include "report/results.h"

namespace firstbyte::bench {

// `order` holds indices into `runners`. The samples come in the order in which they were measured. A block whose
// outcomes are not the expected ones is an error.
Result<report::Round> MeasureRound(std::span<ArmRunner> runners, const std::vector<int>& order, std::int64_t operations,
                                   Meter& meter);

// A sample out of the difference of two readings.
report::Sample MakeSample(int arm, int position, const Reading& difference);

}  // namespace firstbyte::bench

#endif  // FIRSTBYTE_BENCH_ROUND_H_
