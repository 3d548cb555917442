// SPDX-License-Identifier: GPL-2.0-or-later
// How far a command is, on a terminal, shown a hundred times at most: what is printed costs time between blocks. And
// its end, where a signal asked for it: a command that writes all at once or nothing ends orderly, and says so.
#ifndef FIRSTBYTE_CLI_PERCENT_PROGRESS_H_
#define FIRSTBYTE_CLI_PERCENT_PROGRESS_H_

#include <unistd.h>

#include <chrono>
#include <cstdint>
#include <cstdio>
#include <string>
#include <utility>

#include "base/error.h"
#include "bench/interrupt.h"
#include "bench/progress.h"

namespace firstbyte::cli {

// One at a time: while it lives, signals are caught.
class PercentProgress {
 public:
  // `interrupted`: the sentence of the error after a signal.
  explicit PercentProgress(std::string interrupted)
      : terminal_(stderr, [] { return std::chrono::steady_clock::now().time_since_epoch(); }),
        interrupted_(std::move(interrupted)) {}

  // An error once a signal came.
  Result<void> Show(std::int64_t done, std::int64_t total) {
    if (bench::InterruptGuard::signal_number() != 0)
      return tl::unexpected<Error>(Error{ExitCode::kInterrupted, interrupted_});
    const auto percent = static_cast<int>(100 * done / total);
    if (!shown_ || percent == last_) return {};
    last_ = percent;
    terminal_.OnRound(percent, 100, 0);
    return {};
  }

  void Finish() {
    if (shown_) terminal_.Finish();
  }

 private:
  bench::InterruptGuard interrupt_;
  bool shown_ = isatty(STDERR_FILENO) != 0;
  int last_ = 0;
  bench::TerminalProgress terminal_;
  std::string interrupted_;
};

}  // namespace firstbyte::cli

#endif  // FIRSTBYTE_CLI_PERCENT_PROGRESS_H_
