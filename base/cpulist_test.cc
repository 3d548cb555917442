// SPDX-License-Identifier: GPL-2.0-or-later
#include "base/cpulist.h"

#include <gtest/gtest.h>
#include <rapidcheck.h>
#include <rapidcheck/gtest.h>

#include <set>

namespace firstbyte {
namespace {

using Cpus = std::vector<int>;

TEST(CpuList, RangesAndSingles) {
  EXPECT_EQ(ParseCpuList("0-3,8,10-11"), (Cpus{0, 1, 2, 3, 8, 10, 11}));
  EXPECT_EQ(ParseCpuList("5"), (Cpus{5}));
  EXPECT_EQ(ParseCpuList("4-4"), (Cpus{4}));
}

TEST(CpuList, EmptyTextIsTheEmptySet) { EXPECT_EQ(ParseCpuList(""), Cpus{}); }

TEST(CpuList, OrderAndDuplicatesDoNotMatter) { EXPECT_EQ(ParseCpuList("8,0-2,1"), (Cpus{0, 1, 2, 8})); }

class Malformed : public testing::TestWithParam<const char*> {};

TEST_P(Malformed, IsRefused) { EXPECT_FALSE(ParseCpuList(GetParam())) << GetParam(); }

INSTANTIATE_TEST_SUITE_P(CpuList, Malformed,
                         testing::Values("-", "-1", "1-", "3-1", "1,,2", ",", "1,", "0x2", "1 2", "a", "+1", "(null)",
                                         "1--2", "65536", "0-99999999999999999999", "0-3:1/2"));

TEST(CpuList, RepeatedRangesDoNotFillTheMemory) {
  std::string text = "0-65535";
  for (int i = 0; i < 10000; ++i) text += ",0-65535";
  EXPECT_FALSE(ParseCpuList(text));
}

TEST(CpuList, FormatsTheShortestList) {
  EXPECT_EQ(FormatCpuList({0, 1}), "0-1");
  EXPECT_EQ(FormatCpuList({0, 1, 2, 3, 8, 10, 11}), "0-3,8,10-11");
  EXPECT_EQ(FormatCpuList({7}), "7");
  EXPECT_EQ(FormatCpuList({}), "none");
}

TEST(CpuList, ContainsLooksItUp) {
  EXPECT_TRUE(Contains({0, 2, 5}, 5));
  EXPECT_FALSE(Contains({0, 2, 5}, 3));
  EXPECT_FALSE(Contains({}, 0));
}

RC_GTEST_PROP(CpuListProperty, ParsingUndoesFormatting, ()) {
  const auto drawn = *rc::gen::nonEmpty(rc::gen::container<std::set<int>>(rc::gen::inRange(0, 300)));
  const Cpus cpus(drawn.begin(), drawn.end());
  RC_ASSERT(ParseCpuList(FormatCpuList(cpus)) == cpus);
}

}  // namespace
}  // namespace firstbyte
