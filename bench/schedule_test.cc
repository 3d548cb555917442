// SPDX-License-Identifier: GPL-2.0-or-later
#include "bench/schedule.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>
#include <set>
#include <string>
#include <utility>

#include "bench/arm.h"

namespace firstbyte::bench {
namespace {

std::vector<report::Arm> AllArms() {
  std::vector<std::string> names;
  for (const ArmKind& kind : ArmKinds()) names.emplace_back(kind.name);
  return MakeArms({"zstd-1.5.4"}, names, {"compress", "decompress"}, *workspace::FindCase("linear")).value();
}

TEST(RoundOrder, RunsEachArmOnceAndAnOperationsArmsTogether) {
  const std::vector<report::Arm> arms = AllArms();
  for (std::int64_t round = 0; round < 24; ++round) {
    const std::vector<int> order = RoundOrder(arms, round);
    EXPECT_EQ(std::set<int>(order.begin(), order.end()).size(), 12u);
    int changes = 0;
    for (std::size_t i = 1; i < order.size(); ++i) {
      changes +=
          arms[static_cast<std::size_t>(order[i])].operation != arms[static_cast<std::size_t>(order[i - 1])].operation
              ? 1
              : 0;
    }
    EXPECT_EQ(changes, 1);
  }
}

// The mails' protocol has 108 rounds: 18 passes through the design of six arms.
TEST(RoundOrder, IsBalancedOverTheMailsProtocol) {
  const std::vector<report::Arm> arms = AllArms();
  std::map<std::pair<int, std::size_t>, int> at_position;
  std::map<std::pair<int, int>, int> follows;
  for (std::int64_t round = 0; round < 108; ++round) {
    const std::vector<int> order = RoundOrder(arms, round);
    for (std::size_t i = 0; i < order.size(); ++i) ++at_position[{order[i], i}];
    for (std::size_t i = 1; i < order.size(); ++i) ++follows[{order[i - 1], order[i]}];
  }
  for (const auto& [cell, count] : at_position) EXPECT_EQ(count, 9) << "arm " << cell.first << " at " << cell.second;
  for (const auto& [pair, count] : follows) {
    if (arms[static_cast<std::size_t>(pair.first)].operation == arms[static_cast<std::size_t>(pair.second)].operation) {
      EXPECT_EQ(count, 18) << pair.second << " after " << pair.first;
    }
  }
}

TEST(RoundOrder, OfNoArmsIsEmpty) { EXPECT_TRUE(RoundOrder({}, 3).empty()); }

TEST(DrawProcess, DependsOnSeedAndRunAndIsRepeatable) {
  const ProcessDraw draw = DrawProcess(1, 0, 0, 12);
  EXPECT_EQ(draw.slots, DrawProcess(1, 0, 0, 12).slots);
  EXPECT_NE(draw.slots, DrawProcess(1, 1, 0, 12).slots);
  EXPECT_NE(draw.slots, DrawProcess(2, 0, 0, 12).slots);
  EXPECT_EQ(std::set<int>(draw.slots.begin(), draw.slots.end()).size(), 12u);
}

TEST(DrawProcess, AResumedRunKeepsItsSlotsInAnotherEnvironment) {
  EXPECT_EQ(DrawProcess(1, 3, 0, 12).slots, DrawProcess(1, 3, 1, 12).slots);
  EXPECT_NE(DrawProcess(1, 3, 0, 12).environment_bytes, DrawProcess(1, 3, 1, 12).environment_bytes);
}

TEST(DrawProcess, EnvironmentSizesStayWithinAPage) {
  for (int run = 0; run < 100; ++run) {
    EXPECT_THAT(DrawProcess(1, run, 0, 12).environment_bytes, ::testing::AllOf(::testing::Ge(0), ::testing::Lt(4096)));
  }
}

// Over many runs an arm meets every slot: that is what makes placement average out.
TEST(DrawProcess, EveryArmMeetsEverySlot) {
  std::map<std::pair<int, int>, int> met;
  for (int run = 0; run < 400; ++run) {
    const std::vector<int> slots = DrawProcess(7, run, 0, 4).slots;
    for (int arm = 0; arm < 4; ++arm) ++met[{arm, slots[static_cast<std::size_t>(arm)]}];
  }
  EXPECT_EQ(met.size(), 16u);
  for (const auto& [cell, count] : met) EXPECT_NEAR(count, 100, 40);
}

}  // namespace
}  // namespace firstbyte::bench
