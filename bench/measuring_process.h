// SPDX-License-Identifier: GPL-2.0-or-later
// A fresh process that measures, as the process that keeps the data sees it: it is given a task in one line, and sends
// lines. It dies with this one, and of nothing less than SIGKILL: SIGINT, SIGTERM and SIGHUP reach both, and are
// answered here.
#ifndef FIRSTBYTE_BENCH_MEASURING_PROCESS_H_
#define FIRSTBYTE_BENCH_MEASURING_PROCESS_H_

#include <sys/types.h>

#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "base/error.h"
#include "bench/channel.h"

namespace firstbyte::bench {

struct WorkerProgram {
  std::vector<std::string>
      arguments;          // program and arguments; it finds its end of the channel at descriptor kWorkerChannelFd
  int interrupt_fd = -1;  // readable when the user interrupted
};

inline constexpr int kWorkerChannelFd = 3;

class MeasuringProcess {
 public:
  // Starts the program with an environment padded by so many bytes, and sends it its task.
  static Result<std::unique_ptr<MeasuringProcess>> Start(const WorkerProgram& program, const std::string& task,
                                                         std::int64_t environment_bytes);
  ~MeasuringProcess();
  MeasuringProcess(const MeasuringProcess&) = delete;
  MeasuringProcess& operator=(const MeasuringProcess&) = delete;

  std::int64_t pid() const { return pid_; }

  // Waits for the next line. Errors: what the process reported ("error CODE SENTENCE"), how it died, or that the user
  // interrupted (ExitCode::kInterrupted).
  Result<std::string> NextLine();
  Result<void> Send(const std::string& line);

 private:
  MeasuringProcess(pid_t pid, Channel channel, int interrupt_fd)
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

#endif  // FIRSTBYTE_BENCH_MEASURING_PROCESS_H_
