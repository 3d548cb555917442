// SPDX-License-Identifier: GPL-2.0-or-later
#include "bench/williams.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>
#include <set>
#include <utility>

namespace firstbyte::bench {
namespace {

using ::testing::ElementsAre;

TEST(Williams, FirstRowsOfSixArms) {
  EXPECT_THAT(WilliamsRow(6, 0), ElementsAre(0, 1, 5, 2, 4, 3));
  EXPECT_THAT(WilliamsRow(6, 1), ElementsAre(1, 2, 0, 3, 5, 4));
  EXPECT_EQ(WilliamsRow(6, 7), WilliamsRow(6, 1));
}

TEST(Williams, DegenerateSizes) {
  EXPECT_EQ(WilliamsRows(0), 0u);
  EXPECT_TRUE(WilliamsRow(0, 3).empty());
  EXPECT_EQ(WilliamsRows(1), 1u);
  EXPECT_THAT(WilliamsRow(1, 5), ElementsAre(0));
  EXPECT_EQ(WilliamsRows(5), 10u);
}

class WilliamsOf : public ::testing::TestWithParam<std::size_t> {};

TEST_P(WilliamsOf, IsBalancedInPositionAndInWhatPrecedes) {
  const std::size_t arms = GetParam();
  std::map<std::pair<int, std::size_t>, int> at_position;
  std::map<std::pair<int, int>, int> follows;
  for (std::size_t row = 0; row < WilliamsRows(arms); ++row) {
    const std::vector<int> order = WilliamsRow(arms, row);
    ASSERT_EQ(std::set<int>(order.begin(), order.end()).size(), arms);
    for (std::size_t i = 0; i < arms; ++i) ++at_position[{order[i], i}];
    for (std::size_t i = 1; i < arms; ++i) ++follows[{order[i - 1], order[i]}];
  }
  const int per_cell = static_cast<int>(WilliamsRows(arms) / arms);
  EXPECT_EQ(at_position.size(), arms * arms);
  for (const auto& [cell, count] : at_position) EXPECT_EQ(count, per_cell);
  EXPECT_EQ(follows.size(), arms * (arms - 1));
  for (const auto& [pair, count] : follows) EXPECT_EQ(count, per_cell);
}

INSTANTIATE_TEST_SUITE_P(Sizes, WilliamsOf, ::testing::Values(2, 3, 4, 5, 6, 7, 8, 12, 13));

}  // namespace
}  // namespace firstbyte::bench
