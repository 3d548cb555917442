// SPDX-License-Identifier: GPL-2.0-or-later
#include "base/random.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>
#include <set>

namespace firstbyte {
namespace {

// The first numbers of the published generator for seed 1234567.
TEST(SplitMix64, IsThePublishedGenerator) {
  SplitMix64 random(1234567);
  EXPECT_EQ(random.Next(), 6457827717110365317u);
  EXPECT_EQ(random.Next(), 3203168211198807973u);
  EXPECT_EQ(random.Next(), 9817491932198370423u);
}

TEST(Permutation, HoldsEachNumberOnceAndDependsOnTheSeed) {
  SplitMix64 one(1);
  SplitMix64 again(1);
  SplitMix64 two(2);
  const std::vector<int> drawn = Permutation(12, one);
  EXPECT_EQ(std::set<int>(drawn.begin(), drawn.end()).size(), 12u);
  EXPECT_THAT(drawn, ::testing::Each(::testing::AllOf(::testing::Ge(0), ::testing::Lt(12))));
  EXPECT_EQ(drawn, Permutation(12, again));
  EXPECT_NE(drawn, Permutation(12, two));
  EXPECT_TRUE(Permutation(0, one).empty());
}

// Each of the 6 orders of 3 things, over many seeds: a biased shuffle gives 1/9 or 4/27 in place of 1/6.
TEST(Permutation, DrawsEveryOrderEquallyOften) {
  std::map<std::vector<int>, int> count;
  for (std::uint64_t seed = 0; seed < 6000; ++seed) {
    SplitMix64 random = Stream(seed, 1);
    ++count[Permutation(3, random)];
  }
  ASSERT_EQ(count.size(), 6u);
  for (const auto& [order, times] : count) EXPECT_NEAR(times, 1000, 120);
}

TEST(Stream, LabelsGiveOtherNumbers) {
  EXPECT_NE(Stream(1, 1).Next(), Stream(1, 2).Next());
  EXPECT_NE(Stream(1, 1, 1).Next(), Stream(1, 1, 2).Next());
  EXPECT_NE(Stream(1, 1).Next(), Stream(2, 1).Next());
  EXPECT_EQ(Stream(1, 1, 1).Next(), Stream(1, 1, 1).Next());
}

}  // namespace
}  // namespace firstbyte
