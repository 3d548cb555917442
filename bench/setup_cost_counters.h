// SPDX-License-Identifier: GPL-2.0-or-later
// Cycles, instructions, branches and branch misses per operation of a timed loop, in user mode, by perf_event_open(2).
//
// What is not counted has no entry, and a note says why; it is never 0. Counting is two system calls around each
// stretch of the loop, outside of what is timed.
#ifndef FIRSTBYTE_BENCH_SETUP_COST_COUNTERS_H_
#define FIRSTBYTE_BENCH_SETUP_COST_COUNTERS_H_

#include <cstdint>
#include <map>
#include <string>

#include "bench/block_counters.h"
#include "perf/counters.h"

namespace firstbyte::bench {

class SetupCostCounters {
 public:
  // Of the calling thread, which is pinned to `cpu`. Never fails: what cannot be opened is not counted.
  explicit SetupCostCounters(int cpu, const CounterSource& source = {}) : counters_(cpu, source) {}

  void Start();
  void Stop();

  // Per operation, of all that was between Start() and Stop() since the last Take(): "branch_misses", "cycles", on
  // any kind of core. Where the counters were on for less than perf::kLeastShare of the time, there is no entry.
  std::map<std::string, double> Take(std::int64_t operations);

  // Why what is missing is missing, as sentences; empty if all is counted.
  std::string notes() const;

 private:
  struct Sum {
    double value = 0;
    bool counted = true;
  };

  BlockCounters counters_;
  perf::CounterState before_;
  std::map<std::string, Sum> sums_;
};

}  // namespace firstbyte::bench

#endif  // FIRSTBYTE_BENCH_SETUP_COST_COUNTERS_H_
