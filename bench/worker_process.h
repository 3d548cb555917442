// SPDX-License-Identifier: GPL-2.0-or-later
// The journal's side of a run: starts the fresh process that measures, and receives its rounds.
#ifndef FIRSTBYTE_BENCH_WORKER_PROCESS_H_
#define FIRSTBYTE_BENCH_WORKER_PROCESS_H_

#include <sys/types.h>

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "base/error.h"
#include "bench/channel.h"
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

struct WorkerProgram {
  std::vector<std::string>
      arguments;          // program and arguments; it finds its end of the channel at descriptor kWorkerChannelFd
  int interrupt_fd = -1;  // readable when the user interrupted
};

inline constexpr int kWorkerChannelFd = 3;

// Runs the program as a process that dies with this one, and of nothing less than SIGKILL: SIGINT, SIGTERM and SIGHUP
// reach both, and are answered here.
class WorkerProcess : public RunSource {
 public:
  static Result<std::unique_ptr<RunSource>> Start(const WorkerProgram& program, const WorkerTask& task,
                                                  std::int64_t environment_bytes);
  ~WorkerProcess() override;

  std::int64_t pid() const override { return pid_; }
  Result<report::Round> NextRound() override;
  Result<void> Acknowledge() override;

 private:
  WorkerProcess(pid_t pid, Channel channel, int interrupt_fd)
      : pid_(pid), channel_(std::move(channel)), interrupt_fd_(interrupt_fd) {}
  Error HowItEnded();
  // Why something could not be sent: for the reason given, or because the process ended.
  Error WhyNotSent(const Error& error);

  pid_t pid_;
  Channel channel_;
  int interrupt_fd_;
  bool reaped_ = false;
};

}  // namespace firstbyte::bench

#endif  // FIRSTBYTE_BENCH_WORKER_PROCESS_H_
