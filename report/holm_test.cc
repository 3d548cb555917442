// SPDX-License-Identifier: GPL-2.0-or-later
#include "report/holm.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace firstbyte::report {
namespace {

using ::testing::DoubleNear;
using ::testing::ElementsAre;
using ::testing::IsEmpty;

// By hand: 0.01 x 4, 0.02 x 3, then 0.03 x 2 and 0.04 x 1, neither less than what came before.
TEST(HolmAdjusted, IsTheStepDown) {
  EXPECT_THAT(HolmAdjusted({0.04, 0.01, 0.03, 0.02}), ElementsAre(DoubleNear(0.06, 1e-12), DoubleNear(0.04, 1e-12),
                                                                  DoubleNear(0.06, 1e-12), DoubleNear(0.06, 1e-12)));
}

TEST(HolmAdjusted, LeavesOneAsItIs) {
  EXPECT_THAT(HolmAdjusted({0.03}), ElementsAre(0.03));
  EXPECT_THAT(HolmAdjusted({}), IsEmpty());
}

TEST(HolmAdjusted, NeverPassesOne) { EXPECT_THAT(HolmAdjusted({0.9, 0.8, 0.7}), ElementsAre(1, 1, 1)); }

}  // namespace
}  // namespace firstbyte::report
