// SPDX-License-Identifier: GPL-2.0-or-later
#include "report/checks.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace firstbyte::report {
namespace {

TEST(Checks, RangeIncludesItsEnds) {
  EXPECT_FALSE(CheckRange("x", 1, 1, 3));
  EXPECT_FALSE(CheckRange("x", 3, 1, 3));
  EXPECT_EQ(CheckRange("x", 0, 1, 3), "x is 0; it must lie between 1 and 3");
  EXPECT_EQ(CheckRange("x", 4, 1, 3), "x is 4; it must lie between 1 and 3");
}

TEST(Checks, NamesAreQuoted) {
  EXPECT_FALSE(CheckOneOf("x", "b", {"a", "b"}));
  EXPECT_EQ(CheckOneOf("x", "\x1b[0m", {"a", "b"}), "x is \"?[0m\"; it must be one of a, b");
  EXPECT_EQ(CheckNotEmpty("x", ""), "x is empty");
  EXPECT_FALSE(CheckNotEmpty("x", " "));
}

TEST(Checks, NamesAreShort) {
  EXPECT_EQ(CheckName("x", ""), "x is empty");
  std::string name(200, 'n');
  EXPECT_FALSE(CheckName("x", name));
  name.back() = '\xc3';
  name += '\xa9';
  EXPECT_FALSE(CheckName("x", name)) << "characters, not bytes";
  EXPECT_EQ(CheckName("x", name + "n"), "x has 201 characters; it may have 200 at most");
}

TEST(Checks, CountsAreExact) {
  EXPECT_FALSE(CheckCount("x", 2, 2));
  EXPECT_EQ(CheckCount("x", 1, 2), "x has 1 entry; it must have 2");
  EXPECT_EQ(CheckCount("x", 3, 2), "x has 3 entries; it must have 2");
}

TEST(Checks, EveryIndexOnce) {
  std::vector<bool> seen(2);
  EXPECT_FALSE(CheckOnce("x", 1, seen));
  EXPECT_FALSE(CheckOnce("x", 0, seen));
  EXPECT_EQ(CheckOnce("x", 0, seen), "x is 0 for the second time");
  EXPECT_EQ(CheckOnce("x", 2, seen), "x is 2; it must lie between 0 and 1");
  EXPECT_EQ(CheckOnce("x", -1, seen), "x is -1; it must lie between 0 and 1");
}

TEST(Checks, TheFirstProblemWins) {
  EXPECT_FALSE(FirstProblem({}));
  EXPECT_FALSE(FirstProblem({Problem(), Problem()}));
  EXPECT_EQ(FirstProblem({Problem(), Problem("a"), Problem("b")}), "a");
}

}  // namespace
}  // namespace firstbyte::report
