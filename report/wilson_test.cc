// SPDX-License-Identifier: GPL-2.0-or-later
#include "report/wilson.h"

#include <gtest/gtest.h>

namespace firstbyte::report {
namespace {

// By hand: p = 0.5, n = 100: centre 0.5, (0.5 +- 1.96 * sqrt(0.25/100 + 3.8415/40000) + 0.0192) / 1.0384.
TEST(ShareOf, HasWilsonsInterval) {
  const Share share = ShareOf(50, 100);
  EXPECT_EQ(share.value, 0.5);
  EXPECT_NEAR(share.low, 0.4038, 1e-4);
  EXPECT_NEAR(share.high, 0.5962, 1e-4);
}

// z^2 / (n + z^2) is the upper end for none.
TEST(ShareOf, SaysSomethingForNoneAndForAll) {
  const Share none = ShareOf(0, 100);
  EXPECT_EQ(none.low, 0);
  EXPECT_NEAR(none.high, 3.841459 / 103.841459, 1e-6);
  const Share all = ShareOf(100, 100);
  EXPECT_EQ(all.high, 1);
  EXPECT_NEAR(all.low, 1 - 3.841459 / 103.841459, 1e-6);
}

TEST(ShareOf, KnowsNothingWithoutSamples) {
  const Share share = ShareOf(0, 0);
  EXPECT_EQ(share.low, 0);
  EXPECT_EQ(share.high, 1);
}

TEST(ShareOf, IsNarrowerWithMoreSamples) {
  for (const int percent : {1, 20, 77}) {
    const Share few = ShareOf(percent, 100);
    const Share many = ShareOf(percent * 100, 10'000);
    EXPECT_LT(many.high - many.low, few.high - few.low);
    EXPECT_LT(many.low, many.value);
    EXPECT_GT(many.high, many.value);
  }
}

}  // namespace
}  // namespace firstbyte::report
