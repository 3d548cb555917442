// SPDX-License-Identifier: GPL-2.0-or-later
#include "report/statistics.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <vector>

#include "base/median.h"

namespace firstbyte::report {
namespace {

// Darwin's fifteen pairs of maize, crossed minus self-fertilised, in eighths of an inch (Fisher, The Design of
// Experiments, 1935).
const std::vector<double> kDarwin = {49, -67, 8, 16, 6, 23, 28, 41, 14, 29, 56, 24, 75, 60, -48};

TEST(Median, OfDarwinsPlants) { EXPECT_DOUBLE_EQ(Median(kDarwin), 24); }

TEST(MedianAbsoluteDeviation, ByHand) {
  EXPECT_DOUBLE_EQ(MedianAbsoluteDeviation({7}), 0);
  // Median 2; deviations 1 1 0 0 2 4 7.
  EXPECT_DOUBLE_EQ(MedianAbsoluteDeviation({1, 1, 2, 2, 4, 6, 9}), 1);
}

TEST(HodgesLehmann, ByHand) {
  EXPECT_DOUBLE_EQ(HodgesLehmann({7}), 7);
  // The pairs' means: 1, 1.5, 2, 2.5, 3, 4.
  EXPECT_DOUBLE_EQ(HodgesLehmann({1, 2, 4}), 2.25);
  EXPECT_DOUBLE_EQ(HodgesLehmann({1, 2, 4, 1000}), 3.5) << "one wild value moves it little";
}

TEST(StudentInterval, OfDarwinsMaize) {
  const auto interval = StudentInterval(kDarwin);
  ASSERT_TRUE(interval);
  EXPECT_NEAR(interval->low, 0.03, 0.01);
  EXPECT_NEAR(interval->high, 41.84, 0.01);
}

TEST(StudentInterval, OneValueHasNone) { EXPECT_FALSE(StudentInterval({3})); }

std::vector<double> Numbers(const std::vector<int>& integers) { return {integers.begin(), integers.end()}; }

RC_GTEST_PROP(MedianProperties, IgnoresOrderAndFollowsShiftScaleAndSign, (int shift)) {
  // Integers up to a million: exact in doubles, so equality is equality.
  const auto integers =
      *rc::gen::nonEmpty(rc::gen::container<std::vector<int>>(rc::gen::inRange(-1'000'000, 1'000'000)));
  const std::vector<double> values = Numbers(integers);
  std::vector<double> reversed(values.rbegin(), values.rend());
  RC_ASSERT(Median(reversed) == Median(values));
  std::vector<double> moved = values;
  for (double& value : moved) value = 2 * value + shift % 1000;
  RC_ASSERT(Median(moved) == 2 * Median(values) + shift % 1000);
  RC_ASSERT(HodgesLehmann(moved) == 2 * HodgesLehmann(values) + shift % 1000);
  RC_ASSERT(MedianAbsoluteDeviation(moved) == 2 * MedianAbsoluteDeviation(values));
  std::vector<double> negated = values;
  for (double& value : negated) value = -value;
  RC_ASSERT(Median(negated) == -Median(values));
  RC_ASSERT(HodgesLehmann(negated) == -HodgesLehmann(values));
}

RC_GTEST_PROP(MedianProperties, HalfOfTheValuesLieOnEachSide, ()) {
  const auto integers = *rc::gen::nonEmpty(rc::gen::container<std::vector<int>>(rc::gen::inRange(-100, 100)));
  const std::vector<double> values = Numbers(integers);
  const double median = Median(values);
  const auto below = std::count_if(values.begin(), values.end(), [&](double v) { return v < median; });
  const auto above = std::count_if(values.begin(), values.end(), [&](double v) { return v > median; });
  RC_ASSERT(2 * below <= static_cast<std::ptrdiff_t>(values.size()));
  RC_ASSERT(2 * above <= static_cast<std::ptrdiff_t>(values.size()));
}

}  // namespace
}  // namespace firstbyte::report
