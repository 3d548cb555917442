// SPDX-License-Identifier: GPL-2.0-or-later
// Work of a known size, to hold counters against: a loop of which it is known how many instructions and branches it
// executes. A counter that opens need not count: guests have been seen whose hardware counters stand still, or say 395
// for a million.
#ifndef FIRSTBYTE_PERF_KNOWN_WORK_H_
#define FIRSTBYTE_PERF_KNOWN_WORK_H_

#include <cstdint>
#include <functional>
#include <limits>

#include "perf/event.h"

namespace firstbyte::perf {

struct KnownWork {
  std::function<void()> run;
  std::uint64_t instructions = 0;  // more than this by no more than a few thousand, for starting and stopping
  std::uint64_t branches = 0;
};

// One million rounds of two instructions on x86-64 and AArch64, about a millisecond.
KnownWork CountedLoop();

// What a counter may say of the work. The numbers of the work are held to 1 %. Cycles can only be guessed: no CPU
// finishes 16 instructions in one, nor needs 100 for such an instruction. What depends on the CPU's caches and
// predictors has no lower bound, and is below the number of instructions.
struct Plausible {
  std::uint64_t least = 0;
  std::uint64_t most = std::numeric_limits<std::uint64_t>::max();
  std::uint64_t expected = 0;  // 0 if nobody knows
};
Plausible PlausibleCount(const Event& event, const KnownWork& work);

}  // namespace firstbyte::perf

#endif  // FIRSTBYTE_PERF_KNOWN_WORK_H_
