// SPDX-License-Identifier: GPL-2.0-or-later
// The check `counters`: what the CPU's counters count on this machine. Nothing fails without them.
#ifndef FIRSTBYTE_BENCH_ENVIRONMENT_COUNTERS_H_
#define FIRSTBYTE_BENCH_ENVIRONMENT_COUNTERS_H_

#include "bench/block_counters.h"
#include "bench/environment_check.h"

namespace firstbyte::bench {

Checks CounterChecks(const CounterFacts& facts);

}  // namespace firstbyte::bench

#endif  // FIRSTBYTE_BENCH_ENVIRONMENT_COUNTERS_H_
