// SPDX-License-Identifier: GPL-2.0-or-later
// How far a command is, on a terminal, shown a hundred times at most: what is printed costs time between blocks.
#ifndef FIRSTBYTE_CLI_PERCENT_PROGRESS_H_
#define FIRSTBYTE_CLI_PERCENT_PROGRESS_H_

#include <unistd.h>

#include <chrono>
#include <cstdint>
#include <cstdio>

#include "bench/progress.h"

namespace firstbyte::cli {

class PercentProgress {
 public:
  PercentProgress() : terminal_(stderr, [] { return std::chrono::steady_clock::now().time_since_epoch(); }) {}
  void Show(std::int64_t done, std::int64_t total) {
    const auto percent = static_cast<int>(100 * done / total);
    if (!shown_ || percent == last_) return;
    last_ = percent;
    terminal_.OnRound(percent, 100, 0);
  }
  void Finish() {
    if (shown_) terminal_.Finish();
  }

 private:
  bool shown_ = isatty(STDERR_FILENO) != 0;
  int last_ = 0;
  bench::TerminalProgress terminal_;
};

}  // namespace firstbyte::cli

#endif  // FIRSTBYTE_CLI_PERCENT_PROGRESS_H_
