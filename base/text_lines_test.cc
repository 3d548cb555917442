// SPDX-License-Identifier: GPL-2.0-or-later
#include "base/text_lines.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <vector>

namespace firstbyte {
namespace {

using ::testing::ElementsAre;

TEST(TakeLines, LeavesATornLastLine) {
  std::vector<std::string> seen;
  const auto length = TakeLines("one\n\nthree\nfo", "FILE", [&](std::string_view line, const std::string& place) {
    seen.push_back(place + ": " + std::string(line));
    return Result<void>();
  });
  ASSERT_TRUE(length);
  EXPECT_EQ(*length, 11U);
  EXPECT_THAT(seen, ElementsAre("Line 1 of FILE: one", "Line 2 of FILE: ", "Line 3 of FILE: three"));
}

TEST(TakeLines, EndsWithTheFirstError) {
  int taken = 0;
  const auto length = TakeLines("one\ntwo\nthree\n", "FILE", [&](std::string_view line, const std::string& place) {
    ++taken;
    return line == "two" ? Result<void>(DamagedLine(place, "it is even")) : Result<void>();
  });
  ASSERT_FALSE(length);
  EXPECT_EQ(length.error().message, "Line 2 of FILE is damaged: it is even.");
  EXPECT_EQ(taken, 2);
}

TEST(TakeWord, TakesUpToASpaceOrTheEnd) {
  std::string_view line = "run 12";
  EXPECT_EQ(TakeWord(line), "run");
  EXPECT_EQ(TakeWord(line), "12");
  EXPECT_EQ(TakeWord(line), "");
}

}  // namespace
}  // namespace firstbyte
