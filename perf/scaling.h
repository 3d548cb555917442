// SPDX-License-Identifier: GPL-2.0-or-later
// What a counter would have counted, had it run all the time.
//
// More events than the CPU has counters take turns (multiplexing): the kernel says how long a counter was enabled and
// for how much of that it ran, in ns. The estimate assumes that what was not seen was like what was.
#ifndef FIRSTBYTE_PERF_SCALING_H_
#define FIRSTBYTE_PERF_SCALING_H_

#include <cstdint>

#include "base/error.h"

namespace firstbyte::perf {

struct Scaled {
  std::uint64_t value = 0;
  double share = 0;  // of the time, that the counter ran; in (0, 1]
};

// value * enabled / running, rounded down, in 128 bits: 64 overflow after minutes. The error is half a sentence, the
// reason why nothing was counted; that is never a 0.
Result<Scaled> Scale(std::uint64_t value, std::uint64_t enabled, std::uint64_t running);

}  // namespace firstbyte::perf

#endif  // FIRSTBYTE_PERF_SCALING_H_
