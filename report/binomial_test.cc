// SPDX-License-Identifier: GPL-2.0-or-later
#include "report/binomial.h"

#include <gtest/gtest.h>

namespace firstbyte::report {
namespace {

TEST(BinomialAtMost, IsTheSumOfItsTerms) {
  EXPECT_NEAR(BinomialAtMost(2, 12, 0.5), 79.0 / 4096, 1e-12);
  EXPECT_NEAR(BinomialAtMost(0, 3, 0.25), 0.421875, 1e-12);
  EXPECT_EQ(BinomialAtMost(3, 3, 0.9), 1);
  EXPECT_EQ(BinomialAtMost(1, 3, 1), 0);
  EXPECT_EQ(BinomialAtMost(0, 3, 0), 1);
  EXPECT_NEAR(BinomialAtMost(500, 1000, 0.5), 0.5126, 1e-4);
}

// Clopper and Pearson's own tables and every textbook's example.
TEST(ClopperPearson, HasThePublishedIntervals) {
  const Interval half = ClopperPearson(5, 10);
  EXPECT_NEAR(half.low, 0.1871, 5e-5);
  EXPECT_NEAR(half.high, 0.8129, 5e-5);
  const Interval none = ClopperPearson(0, 10);
  EXPECT_EQ(none.low, 0);
  EXPECT_NEAR(none.high, 0.3085, 5e-5);
  const Interval all = ClopperPearson(10, 10);
  EXPECT_NEAR(all.low, 0.6915, 5e-5);
  EXPECT_EQ(all.high, 1);
  const Interval rate = ClopperPearson(10, 200);
  EXPECT_NEAR(rate.low, 0.0242, 5e-5);
  EXPECT_NEAR(rate.high, 0.0900, 5e-5);
}

TEST(SignTestP, CountsBothTails) {
  EXPECT_NEAR(SignTestP(12, 0), 2.0 / 4096, 1e-12);
  EXPECT_NEAR(SignTestP(3, 9), 2 * 299.0 / 4096, 1e-12);
  EXPECT_EQ(SignTestP(5, 5), 1);
  EXPECT_EQ(SignTestP(0, 0), 1);
}

}  // namespace
}  // namespace firstbyte::report
