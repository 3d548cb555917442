// SPDX-License-Identifier: GPL-2.0-or-later
// Keeps the calling thread on one CPU, and notices when something else moved it.
#ifndef FIRSTBYTE_BENCH_PINNING_H_
#define FIRSTBYTE_BENCH_PINNING_H_

#include <functional>

#include "base/error.h"

namespace firstbyte::bench {

// The kernel takes a thread off a CPU that it may not use any more at once, so that afterwards it runs where it should.
Result<void> PinTo(int cpu);

// A cpuset that is changed, a CPU that goes offline or somebody's taskset moves the thread without asking; what was
// measured would still say that it was on `cpu`.
Result<void> CheckPinnedTo(int cpu);

// Runs it on a thread of its own that is pinned to `cpu`, or not if it cannot be, and waits for it: the calling thread
// stays where it may be. Where there can be no further thread, runs it on the calling one.
void RunOn(int cpu, const std::function<void()>& what);

}  // namespace firstbyte::bench

#endif  // FIRSTBYTE_BENCH_PINNING_H_
