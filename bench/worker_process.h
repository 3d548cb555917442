// SPDX-License-Identifier: GPL-2.0-or-later
// The journal's side of a run: starts the fresh process that measures, and receives its rounds.
#ifndef FIRSTBYTE_BENCH_WORKER_PROCESS_H_
#define FIRSTBYTE_BENCH_WORKER_PROCESS_H_

#include <cstdint>
#include <functional>
#include <memory>
#include <utility>

#include "base/error.h"
#include "bench/measuring_process.h"
#include "bench/worker.h"
#include "report/results.h"

namespace firstbyte::bench {

// One process of a run, from the outside. An interface, so that the protocol is tested without starting one.
class RunSource {
 public:
  virtual ~RunSource() = default;
  virtual std::int64_t pid() const = 0;
  // Waits for the next round. Errors: what the process reported, how it died, or that the user interrupted
  // (ExitCode::kInterrupted).
  virtual Result<report::Round> NextRound() = 0;
  // Lets the process go on: the round is on the disk.
  virtual Result<void> Acknowledge() = 0;
};

// Starts the process of a task; `environment_bytes` pads its environment.
using RunStarter =
    std::function<Result<std::unique_ptr<RunSource>>(const WorkerTask& task, std::int64_t environment_bytes)>;

class WorkerProcess : public RunSource {
 public:
  static Result<std::unique_ptr<RunSource>> Start(const WorkerProgram& program, const WorkerTask& task,
                                                  std::int64_t environment_bytes);

  std::int64_t pid() const override { return process_->pid(); }
  Result<report::Round> NextRound() override;
  Result<void> Acknowledge() override;

 private:
  explicit WorkerProcess(std::unique_ptr<MeasuringProcess> process) : process_(std::move(process)) {}

  std::unique_ptr<MeasuringProcess> process_;
};

}  // namespace firstbyte::bench

#endif  // FIRSTBYTE_BENCH_WORKER_PROCESS_H_
