// SPDX-License-Identifier: GPL-2.0-or-later
#include "bench/progress.h"

#include <fmt/core.h>

#include <cstdint>
#include <utility>

namespace firstbyte::bench {

std::string FormatProgress(int done, int total, int before, std::chrono::nanoseconds elapsed, const std::string& what) {
  std::string text =
      fmt::format("{} {} of {}, {} %", what, done, total, total > 0 ? std::int64_t{100} * done / total : 100);
  const int measured = done - before;
  if (measured > 0 && done < total) {
    const auto left = std::chrono::duration_cast<std::chrono::seconds>(elapsed * (total - done) / measured).count();
    text += fmt::format(", {}:{:02} left", left / 60, left % 60);
  }
  return text;
}

TerminalProgress::TerminalProgress(std::FILE* terminal, Now now, std::string what)
    : terminal_(terminal), now_(std::move(now)), what_(std::move(what)), start_(now_()) {}

void TerminalProgress::OnRound(int done, int total, int before) {
  // Back to the first column, and clear what a longer line left.
  // Not fmt::print, which throws when the terminal is gone: the measurement goes on without it.
  (void)std::fputs(fmt::format("\r{}\x1b[K", FormatProgress(done, total, before, now_() - start_, what_)).c_str(),
                   terminal_);
  std::fflush(terminal_);
  shown_ = true;
}

void TerminalProgress::Finish() {
  if (shown_) (void)std::fputs("\r\x1b[K", terminal_);
  std::fflush(terminal_);
  shown_ = false;
}

}  // namespace firstbyte::bench
