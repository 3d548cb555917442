// SPDX-License-Identifier: GPL-2.0-or-later
#include "bench/progress.h"

#include <gtest/gtest.h>

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <string>

namespace firstbyte::bench {
namespace {

using std::chrono::seconds;

TEST(FormatProgress, EstimatesFromTheRoundsOfThisSession) {
  EXPECT_EQ(FormatProgress(27, 108, 0, seconds(30)), "round 27 of 108, 25 %, 1:30 left");
  EXPECT_EQ(FormatProgress(54, 108, 27, seconds(30)), "round 54 of 108, 50 %, 1:00 left");
  EXPECT_EQ(FormatProgress(107, 108, 0, seconds(1000)), "round 107 of 108, 99 %, 0:09 left");
}

TEST(FormatProgress, SaysNothingOfTimeWithoutGrounds) {
  EXPECT_EQ(FormatProgress(27, 108, 27, seconds(30)), "round 27 of 108, 25 %");
  EXPECT_EQ(FormatProgress(108, 108, 0, seconds(30)), "round 108 of 108, 100 %");
  EXPECT_EQ(FormatProgress(1, 4, 0, seconds(2), "experiment"), "experiment 1 of 4, 25 %, 0:06 left");
  EXPECT_EQ(FormatProgress(60'000'000, 80'000'000, 60'000'000, seconds(0)), "round 60000000 of 80000000, 75 %");
  EXPECT_EQ(FormatProgress(0, 0, 0, seconds(0)), "round 0 of 0, 100 %");
}

TEST(TerminalProgress, WritesOverItsLineAndClearsIt) {
  char* buffer = nullptr;
  std::size_t size = 0;
  std::FILE* const terminal = open_memstream(&buffer, &size);
  seconds now{0};
  TerminalProgress progress(terminal, [&now] { return now; });
  now = seconds(2);
  progress.OnRound(1, 2, 0);
  progress.Finish();
  progress.Finish();
  std::fclose(terminal);
  EXPECT_EQ(std::string(buffer, size), "\rround 1 of 2, 50 %, 0:02 left\x1b[K\r\x1b[K");
  std::free(buffer);
}

// A terminal that was closed refuses every write; the measurement must not end for it.
TEST(TerminalProgress, GoesOnWhereItCannotWrite) {
  std::FILE* const terminal = std::fopen("/dev/full", "w");
  ASSERT_NE(terminal, nullptr);
  std::setvbuf(terminal, nullptr, _IONBF, 0);
  TerminalProgress progress(terminal, [] { return seconds(0); });
  EXPECT_NO_THROW(progress.OnRound(1, 2, 0));
  EXPECT_NO_THROW(progress.Finish());
  std::fclose(terminal);
}

}  // namespace
}  // namespace firstbyte::bench
