// SPDX-License-Identifier: GPL-2.0-or-later
// How far a measurement is, and when it will be done.
#ifndef FIRSTBYTE_BENCH_PROGRESS_H_
#define FIRSTBYTE_BENCH_PROGRESS_H_

#include <chrono>
#include <cstdio>
#include <functional>
#include <string>

namespace firstbyte::bench {

class Progress {
 public:
  virtual ~Progress() = default;
  // `done` of `total` rounds are on the disk, `before` of which an earlier session measured.
  virtual void OnRound(int done, int total, int before) = 0;
  // Ends the display, so that other lines can follow.
  virtual void Finish() = 0;
};

// "round 31 of 108, 29 %, 0:41 left". What is left is estimated from this session's rounds, all of which cost the same.
// `what` is what is counted.
std::string FormatProgress(int done, int total, int before, std::chrono::nanoseconds elapsed,
                           const std::string& what = "round");

// One line that is written over itself. Give it a terminal only.
class TerminalProgress : public Progress {
 public:
  using Now = std::function<std::chrono::nanoseconds()>;
  explicit TerminalProgress(std::FILE* terminal, Now now, std::string what = "round");
  void OnRound(int done, int total, int before) override;
  void Finish() override;

 private:
  std::FILE* terminal_;
  Now now_;
  std::string what_;
  std::chrono::nanoseconds start_;
  bool shown_ = false;
};

// For everything that is no terminal.
class NoProgress : public Progress {
 public:
  void OnRound(int, int, int) override {}
  void Finish() override {}
};

}  // namespace firstbyte::bench

#endif  // FIRSTBYTE_BENCH_PROGRESS_H_
