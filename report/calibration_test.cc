// SPDX-License-Identifier: GPL-2.0-or-later
#include "report/calibration.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <vector>

namespace firstbyte::report {
namespace {

using ::testing::ElementsAre;

CalibrationRow With(int experiments, int false_positives) {
  CalibrationRow row;
  for (int i = 0; i < experiments; ++i) row.p_values.push_back(i < false_positives ? 0.01 : 0.5);
  return row;
}

RateState StateWith(int experiments, int false_positives) {
  return StateOf(CountFalseAlarms(With(experiments, false_positives)));
}

TEST(Calibration, CountsWhatIsBelowAlphaAndBoundsTheRate) {
  CalibrationRow row;
  row.p_values = {0.004, 0.01, 0.0498046875, 0.05, 0.4, 0.6, 0.7, 0.8, 0.9, 1};
  EXPECT_EQ(CountFalseAlarms(row).false_positives, 3) << "0.05 itself is none: a gate asks for p < alpha";
  EXPECT_EQ(CountFalseAlarms(row, 0.01).false_positives, 1);
  EXPECT_EQ(CountFalseAlarms(row).rate, 0.3);
  // 1 of 10 by hand: 1 - 0.975^(1/10), and p where (1 - p)^10 + 10 p (1 - p)^9 = 0.025.
  const FalseAlarms one = CountFalseAlarms(row, 0.005);
  EXPECT_EQ(one.false_positives, 1);
  EXPECT_NEAR(one.interval.low, 1 - std::pow(0.975, 0.1), 1e-9);
  EXPECT_NEAR(one.interval.high, 0.4450161, 1e-6);
  // Of none the upper end is 1 - 0.025^(1/n).
  EXPECT_NEAR(CountFalseAlarms(With(20, 0)).interval.high, 1 - std::pow(0.025, 0.05), 1e-9);
  EXPECT_EQ(CountFalseAlarms(With(20, 0)).interval.low, 0);
}

TEST(Calibration, StatesChangeAtTheirBorders) {
  // Upper ends: 8 of 200 7.73 %, 9 of 200 8.37 %; 21 of 400 7.91 %, 22 of 400 8.21 %.
  EXPECT_EQ(StateWith(200, 8), RateState::kHolds);
  EXPECT_EQ(StateWith(200, 9), RateState::kNotShown);
  EXPECT_EQ(StateWith(400, 21), RateState::kHolds);
  EXPECT_EQ(StateWith(400, 22), RateState::kNotShown);
  // Lower ends: 16 of 200 4.64 %, 17 of 200 5.03 %; 29 of 400 4.91 %, 30 of 400 5.12 %.
  EXPECT_EQ(StateWith(200, 16), RateState::kNotShown);
  EXPECT_EQ(StateWith(200, 17), RateState::kCannotHold);
  EXPECT_EQ(StateWith(400, 29), RateState::kNotShown);
  EXPECT_EQ(StateWith(400, 30), RateState::kCannotHold);
  // The fewest that can show anything.
  EXPECT_EQ(StateWith(44, 0), RateState::kNotShown);
  EXPECT_EQ(StateWith(45, 0), RateState::kHolds);
  EXPECT_EQ(StateOf(CountFalseAlarms(CalibrationRow())), RateState::kNotShown) << "nothing was measured";
}

TEST(Calibration, SaysHowManyExperimentsItWouldTake) {
  EXPECT_EQ(ExperimentsToShow(CountFalseAlarms(With(200, 10))), 320);
  EXPECT_EQ(ExperimentsToShow(CountFalseAlarms(With(100, 3))), 320) << "a better rate than promised may be luck";
  EXPECT_FALSE(ExperimentsToShow(CountFalseAlarms(With(100, 8)))) << "8 % is never below 8 %";
  EXPECT_FALSE(ExperimentsToShow(CountFalseAlarms(With(1000, 79)))) << "more than anybody would make";
  const auto more = ExperimentsToShow(CountFalseAlarms(With(200, 12)));
  ASSERT_TRUE(more);
  EXPECT_EQ(StateWith(static_cast<int>(*more), static_cast<int>(std::ceil(0.06 * static_cast<double>(*more)))),
            RateState::kHolds);
}

TEST(Calibration, AllowsJudgingWhereItHoldsOrMayWell) {
  const auto allows = [](int experiments, int false_positives) {
    return AllowsJudging(CountFalseAlarms(With(experiments, false_positives)));
  };
  EXPECT_TRUE(allows(45, 0));
  EXPECT_TRUE(allows(45, 3)) << "6.7 % of too few for more";
  EXPECT_FALSE(allows(45, 4)) << "8.9 %, though it may be 5";
  EXPECT_FALSE(allows(44, 0)) << "that no experiment of so few went wrong says nothing";
  EXPECT_FALSE(allows(1, 0));
  EXPECT_TRUE(allows(200, 15));
  EXPECT_FALSE(allows(200, 16)) << "8 % itself";
  EXPECT_FALSE(allows(400, 30)) << "cannot hold";
}

TEST(Calibration, HistogramsHaveEveryValueOnce) {
  EXPECT_THAT(Histogram({0.0004, 0.04, 0.05, 0.5, 0.95, 1}, 20),
              ElementsAre(2, 1, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 2));
  EXPECT_THAT(Histogram({}, 2), ElementsAre(0, 0));
}

TEST(Calibration, NamesStates) {
  EXPECT_EQ(RateStateName(RateState::kHolds), "holds");
  EXPECT_EQ(RateStateName(RateState::kCannotHold), "cannot hold");
  EXPECT_EQ(RateStateName(RateState::kNotShown), "not shown");
}

}  // namespace
}  // namespace firstbyte::report
