// SPDX-License-Identifier: GPL-2.0-or-later
#include "base/system_random.h"

#include <gtest/gtest.h>

#include <set>

namespace firstbyte {
namespace {

TEST(SystemRandom, DrawsAnew) {
  std::set<std::uint64_t> numbers;
  for (int i = 0; i < 100; ++i) numbers.insert(SystemRandom());
  EXPECT_EQ(numbers.size(), 100U);
}

TEST(DrawSeed, CanBeTypedAgain) {
  std::set<std::uint64_t> seeds;
  for (int i = 0; i < 100; ++i) seeds.insert(DrawSeed());
  EXPECT_GT(seeds.size(), 90U);
  EXPECT_LT(*seeds.rbegin(), 1'000'000U);
}

}  // namespace
}  // namespace firstbyte
