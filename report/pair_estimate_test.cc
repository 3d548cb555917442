// SPDX-License-Identifier: GPL-2.0-or-later
#include "report/pair_estimate.h"

#include <gtest/gtest.h>

#include <vector>

namespace firstbyte::report {
namespace {

// The cell that runs first costs 40 more, whichever it is; the truth is 100.
std::vector<PairBlock> WithOrderEffect() {
  return {{140, 6000, true}, {60, 6000, false}, {141, 6000, true}, {139, 6000, true},
          {60, 6000, false}, {61, 6000, false}, {59, 6000, false}};
}

TEST(EstimatePair, IsFreeOfTheOrdersEffectEvenIfOneOrderIsMoreFrequent) {
  const auto estimate = EstimatePair(WithOrderEffect(), 0);
  ASSERT_TRUE(estimate) << estimate.error().message;
  EXPECT_DOUBLE_EQ(estimate->ns, 100);
  EXPECT_DOUBLE_EQ(estimate->first_ran_first_ns, 140);
  EXPECT_DOUBLE_EQ(estimate->second_ran_first_ns, 60);
  EXPECT_DOUBLE_EQ(estimate->cpuid_ns, 6000);
  EXPECT_DOUBLE_EQ(estimate->without_cpuids_ns, 100);
}

TEST(EstimatePair, IsNotMovedByAnInterrupt) {
  std::vector<PairBlock> blocks = WithOrderEffect();
  blocks.push_back({-250000, 6000, false});
  blocks.push_back({900000, 6000, true});
  EXPECT_NEAR(EstimatePair(blocks, 0)->ns, 100, 1);
}

// The price of a CPUID jumps between two levels in the middle of a repetition; what is left beside it does not.
TEST(EstimatePair, TakesCpuidsOffAtTheirBlocksOwnPrice) {
  std::vector<PairBlock> blocks;
  for (int i = 0; i < 8; ++i) {
    const double price = i < 3 ? 6000 : 7500;
    blocks.push_back({2 * price + 150 + (i % 2 == 0 ? 40 : -40), price, i % 2 == 0});
  }
  const auto estimate = EstimatePair(blocks, 2);
  EXPECT_DOUBLE_EQ(estimate->without_cpuids_ns, 150);
  EXPECT_DOUBLE_EQ(estimate->cpuid_ns, 7500);
}

TEST(EstimatePair, RefusesASingleOrder) {
  EXPECT_FALSE(EstimatePair({{1, 1, true}, {2, 1, true}}, 0));
  EXPECT_FALSE(EstimatePair({}, 0));
}

}  // namespace
}  // namespace firstbyte::report
