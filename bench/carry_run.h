// SPDX-License-Identifier: GPL-2.0-or-later
// Carries one run of a protocol out: starts its process, takes its rounds, and lets each be kept before the next is
// measured. `run` and `calibrate` measure with this and nothing else.
#ifndef FIRSTBYTE_BENCH_CARRY_RUN_H_
#define FIRSTBYTE_BENCH_CARRY_RUN_H_

#include <functional>
#include <string>
#include <vector>

#include "base/error.h"
#include "bench/worker_process.h"
#include "report/results.h"

namespace firstbyte::bench {

// Where what is finished is kept.
class RoundSink {
 public:
  virtual ~RoundSink() = default;
  virtual Result<void> Append(int run, const report::Process& process) = 0;
  virtual Result<void> Append(int run, const report::Round& round) = 0;
};

struct RunTools {
  RunStarter start;
  std::function<std::string()> utc_now;  // ISO 8601, for the records of processes
  // For the records of processes: what has changed since the measurement was begun; empty when it is begun now.
  std::vector<report::EnvironmentCheck> changed_conditions;
};

// Measures what `run`, one of `results`, still lacks of its rounds. `on_round` is called after each that is kept. After
// an error `run` holds every round that was kept.
Result<void> CarryRun(const report::Results& results, report::Run& run, RoundSink& sink, const RunTools& tools,
                      const std::function<void()>& on_round);

}  // namespace firstbyte::bench

#endif  // FIRSTBYTE_BENCH_CARRY_RUN_H_
