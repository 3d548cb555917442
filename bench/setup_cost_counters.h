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
#include <vector>

#include "base/error.h"
#include "base/perf_calls.h"
#include "perf/counters.h"

namespace firstbyte::bench {

class SetupCostCounters {
 public:
  // Of the calling thread. `options.events` is replaced.
  static Result<SetupCostCounters> Open(const PerfCalls& calls, perf::CountersOptions options = {});

  void Start();
  void Stop();

  // Per operation, of all that was between Start() and Stop() since the last Take(): "branch_misses", "cycles". Where a
  // counter was on for less than perf::kLeastShare of the time, it has no entry.
  std::map<std::string, double> Take(std::int64_t operations);

  // Why what is missing is missing, as sentences; empty if all is counted.
  std::string notes() const;

 private:
  struct Sum {
    double value = 0;
    bool counted = true;
  };

  explicit SetupCostCounters(perf::Counters counters) : counters_(std::move(counters)) {}

  perf::Counters counters_;
  perf::CounterState before_;
  std::map<std::string, Sum> sums_;
};

}  // namespace firstbyte::bench

#endif  // FIRSTBYTE_BENCH_SETUP_COST_COUNTERS_H_
