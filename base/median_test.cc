// SPDX-License-Identifier: GPL-2.0-or-later
#include "base/median.h"

#include <gtest/gtest.h>

namespace firstbyte {
namespace {

TEST(Median, OfOddAndEvenNumbers) {
  EXPECT_DOUBLE_EQ(Median({5}), 5);
  EXPECT_DOUBLE_EQ(Median({3, 1, 2}), 2);
  EXPECT_DOUBLE_EQ(Median({4, 1, 3, 2}), 2.5);
  EXPECT_DOUBLE_EQ(Median({1, 1, 1, 9}), 1);
}

// The sum of the two in the middle would not fit.
TEST(Median, OfTheLargestNumbers) { EXPECT_DOUBLE_EQ(Median({1.7e308, 1.7e308}), 1.7e308); }

}  // namespace
}  // namespace firstbyte
