// SPDX-License-Identifier: GPL-2.0-or-later
// Each rule on cases small enough to be counted by hand.
#include "report/lab_rules.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <string>

namespace firstbyte::report {
namespace {

// So many processes of one round: 100 against 100 + each of the changes.
LabWindow Of(const std::vector<double>& changes) {
  LabWindow window;
  for (const double change : changes) {
    window.reference.push_back({100});
    window.arm.push_back({100 + change});
  }
  return window;
}

TEST(LabRules, SignFlipNeedsSixProcessesOfOneMind) {
  // 2 of 2^6 sign vectors: p = 1/32; of 2^5: 1/16.
  EXPECT_EQ(FindBySignFlip(Of({1, 2, 3, 4, 5, 6})), 1);
  EXPECT_EQ(FindBySignFlip(Of({-1, -2, -3, -4, -5, -6})), -1);
  EXPECT_EQ(FindBySignFlip(Of({1, 2, 3, 4, 5})), 0);
  EXPECT_EQ(FindBySignFlip(Of({-1, 2, 3, 4, 5, 6})), 0);
}

TEST(LabRules, SignFlipTakesTheMedianOfAProcess) {
  LabWindow window = Of({0, 0, 0, 0, 0, 0});
  for (std::size_t run = 0; run < 6; ++run) {
    window.reference[run] = {100, 100, 100};
    window.arm[run] = {101, 102, 1};  // one wild round per process
  }
  EXPECT_EQ(FindBySignFlip(window), 1);
}

TEST(LabRules, SignTestCountsRounds) {
  // Two-sided: 2 (1 + 8) / 2^8 = 0.07; 2 (1 + 9) / 2^9 = 0.039; 2 / 2^6 = 0.03.
  EXPECT_EQ(FindBySignTest(Of({1, 1, 1, 1, 1, 1, 1, -1})), 0);
  EXPECT_EQ(FindBySignTest(Of({1, 1, 1, 1, 1, 1, 1, 1, -1})), 1);
  EXPECT_EQ(FindBySignTest(Of({-1, -1, -1, -1, -1, -1})), -1);
  // Ties say nothing.
  EXPECT_EQ(FindBySignTest(Of({1, 1, 1, 1, 1, 0, 0, 0})), 0);
}

TEST(LabRules, TangoWantsBothZAndOnePercent) {
  // Mean 2, standard deviation 2/sqrt(3), four pairs: z = 2 sqrt(3) = 3.46.
  EXPECT_EQ(FindByZ(Of({1, 3, 1, 3})), 1);
  EXPECT_EQ(FindByZ(Of({-1, -3, -1, -3})), -1);
  // z is the same, the change a tenth.
  EXPECT_EQ(FindByZ(Of({0.1, 0.3, 0.1, 0.3})), 0);
  // Mean 2, deviation 4 sqrt(4/3): z = 0.87.
  EXPECT_EQ(FindByZ(Of({-2, 6, -2, 6})), 0);
  EXPECT_EQ(FindByZ(Of({2})), 0);
  EXPECT_EQ(FindByZ(Of({0, 0, 0})), 0);
}

TEST(LabRules, MannWhitneyLooksAtValuesWithoutTheirPairs) {
  LabWindow window;
  window.reference = {{1}, {2}, {3}, {4}};
  window.arm = {{5}, {6}, {7}, {8}};
  // 2 of the 70 orders: p = 0.029.
  EXPECT_EQ(FindByMannWhitney(window, LabValues::kMedians), 1);
  std::swap(window.reference, window.arm);
  EXPECT_EQ(FindByMannWhitney(window, LabValues::kMedians), -1);
  window.arm[3] = {5.5};
  EXPECT_EQ(FindByMannWhitney(window, LabValues::kMedians), 0);  // 4 of 70
}

TEST(LabRules, RoundsAreMoreValuesThanMedians) {
  LabWindow window;
  window.reference = {{1, 2, 3}, {2, 3, 4}};
  window.arm = {{5, 6, 7}, {6, 7, 8}};
  EXPECT_EQ(LabValuesOf(window.arm, LabValues::kMedians), (std::vector<double>{6, 7}));
  EXPECT_EQ(LabValuesOf(window.arm, LabValues::kRounds).size(), 6u);
  EXPECT_EQ(FindByMannWhitney(window, LabValues::kMedians), 0);  // two against two can never be significant
  EXPECT_EQ(FindByMannWhitney(window, LabValues::kRounds), 1);
}

TEST(LabRules, ThresholdsLookAtTheHeadlineAlone) {
  EXPECT_EQ(FindByThreshold(Of({0.9, 1.1, 1.1}), 1), 1);
  EXPECT_EQ(FindByThreshold(Of({0.9, 0.9, 1.1}), 1), 0);
  EXPECT_EQ(FindByThreshold(Of({-6, -6, -6}), 5), -1);
}

TEST(LabRules, EachIsOneRowOfTheTable) {
  std::set<std::string> rows;
  const std::vector<LabRule> rules = LabRules();
  for (const LabRule& rule : rules) {
    EXPECT_TRUE(rows.insert(rule.name + rule.usage_name).second) << rule.name << rule.usage_name;
    EXPECT_EQ(rule.find == nullptr, rule.name == kLabComparePy);
  }
  EXPECT_EQ(std::count_if(rules.begin(), rules.end(), [](const LabRule& rule) { return rule.ours; }), 1);
  EXPECT_TRUE(rows.contains("benchstatalternated, medians"));
  EXPECT_TRUE(rows.contains("nanobenchone process"));
}

}  // namespace
}  // namespace firstbyte::report
