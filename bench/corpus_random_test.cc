// SPDX-License-Identifier: GPL-2.0-or-later
#include "bench/corpus_random.h"

#include <gtest/gtest.h>

#include <vector>

namespace firstbyte::bench {
namespace {

// The sequences that the authors' own C code prints for these starts.
TEST(CorpusRandom, Xoshiro256StarStarKnownAnswers) {
  CorpusRandom random({1, 2, 3, 4});
  EXPECT_EQ(random.Next(), 11520U);
  EXPECT_EQ(random.Next(), 0U);
  EXPECT_EQ(random.Next(), 1509978240U);
  EXPECT_EQ(random.Next(), 1215971899390074240U);
}

TEST(CorpusRandom, EverySeedStreamAndIndexIsItsOwnSequence) {
  const auto first = [](std::uint64_t seed, std::uint64_t stream, std::uint64_t index) {
    return CorpusRandom(seed, stream, index).Next();
  };
  EXPECT_EQ(first(1, 2, 3), first(1, 2, 3));
  EXPECT_NE(first(1, 2, 3), first(2, 2, 3));
  EXPECT_NE(first(1, 2, 3), first(1, 3, 3));
  EXPECT_NE(first(1, 2, 3), first(1, 2, 4));
  EXPECT_NE(first(1, 2, 3), first(3, 2, 1));
}

TEST(CorpusRandom, BelowReachesEveryNumberAndNoOther) {
  CorpusRandom random(1, 0, 0);
  std::vector<int> counts(5);
  for (int i = 0; i < 5000; ++i) ++counts.at(random.Below(5));
  for (const int count : counts) EXPECT_NEAR(count, 1000, 200);
}

TEST(CorpusRandom, ChanceIsOf256) {
  CorpusRandom random(1, 0, 0);
  int hits = 0;
  for (int i = 0; i < 10000; ++i) {
    EXPECT_FALSE(random.Chance(0));
    EXPECT_TRUE(random.Chance(256));
    if (random.Chance(64)) ++hits;
  }
  EXPECT_NEAR(hits, 2500, 250);
}

}  // namespace
}  // namespace firstbyte::bench
