// SPDX-License-Identifier: GPL-2.0-or-later
#include "report/student.h"

#include <gtest/gtest.h>

#include <cmath>

namespace firstbyte::report {
namespace {

// Tables of any textbook.
TEST(StudentQuantile, HasThePublishedValues) {
  EXPECT_NEAR(StudentQuantile(0.975, 1), 12.706, 5e-4);
  EXPECT_NEAR(StudentQuantile(0.975, 2), 4.303, 5e-4);
  EXPECT_NEAR(StudentQuantile(0.975, 3), 3.182, 5e-4);
  EXPECT_NEAR(StudentQuantile(0.975, 4), 2.776, 5e-4);
  EXPECT_NEAR(StudentQuantile(0.975, 5), 2.571, 5e-4);
  EXPECT_NEAR(StudentQuantile(0.975, 10), 2.228, 5e-4);
  EXPECT_NEAR(StudentQuantile(0.975, 11), 2.201, 5e-4);
  EXPECT_NEAR(StudentQuantile(0.975, 14), 2.145, 5e-4);
  EXPECT_NEAR(StudentQuantile(0.975, 30), 2.042, 5e-4);
  EXPECT_NEAR(StudentQuantile(0.975, 100), 1.984, 5e-4);
  EXPECT_NEAR(StudentQuantile(0.975, 999), 1.962, 5e-4);
  EXPECT_NEAR(StudentQuantile(0.995, 1), 63.657, 5e-4);
  EXPECT_NEAR(StudentQuantile(0.8, 11), 0.8755, 5e-5);
  EXPECT_NEAR(StudentQuantile(0.95, 30), 1.6973, 5e-5);
  EXPECT_NEAR(StudentQuantile(0.9995, 3), 12.924, 5e-4);
}

// By the normal distribution, from which it cannot be told any more.
TEST(StudentQuantile, EndsAtTheNormalDistribution) { EXPECT_NEAR(StudentQuantile(0.975, 100'000), 1.95996, 1e-4); }

TEST(StandardDeviation, DividesByOneLess) {
  EXPECT_DOUBLE_EQ(StandardDeviation({2, 4, 4, 4, 5, 5, 7, 9}).value(), std::sqrt(32.0 / 7));
  EXPECT_DOUBLE_EQ(StandardDeviation({3, 3}).value(), 0);
  EXPECT_FALSE(StandardDeviation({3}));
  EXPECT_FALSE(StandardDeviation({}));
}

TEST(MinimalDetectableEffect, IsAboutNineTenthsOfADeviationForTwelveRuns) {
  EXPECT_NEAR(MinimalDetectableEffect(1, 12), 0.888, 5e-4);
  EXPECT_NEAR(MinimalDetectableEffect(1.8, 12), 1.6, 0.01);
  // (12.706 + 1.376) / sqrt(2)
  EXPECT_NEAR(MinimalDetectableEffect(1, 2), 9.958, 1e-3);
  EXPECT_LT(MinimalDetectableEffect(1, 48), MinimalDetectableEffect(1, 24));
  EXPECT_GT(MinimalDetectableEffect(1, 12, 0.01), MinimalDetectableEffect(1, 12, 0.05));
}

TEST(DetectablePercent, IsASlowDown) {
  // (t(0.975, 11) + t(0.8, 11)) / sqrt(12) = (2.201 + 0.876) / 3.464 = 0.888 deviations.
  EXPECT_NEAR(DetectablePercent(1, 12), 100 * (std::exp(0.00888) - 1), 0.001);
  EXPECT_NEAR(DetectablePercent(100, 12), 143, 0.1) << "e^0.888: slower by more than it took; of a saving 59 % is it";
  EXPECT_NEAR(DetectablePercent(1, 48), 0.41, 0.01);
  EXPECT_GT(DetectablePercent(1, 12, 0.01), DetectablePercent(1, 12));
  EXPECT_EQ(DetectablePercent(0, 12), 0);
  EXPECT_TRUE(std::isfinite(DetectablePercent(1e6, 2)));
}

// What is left of the detectable change where it need not be found in four of five measurements.
TEST(HalfIntervalPercent, IsOfTheSlowSide) {
  // t(0.975, 11) / sqrt(12) = 2.201 / 3.464 = 0.6354; t(0.9875, 47) / sqrt(48) = 2.3155 / 6.928 = 0.3342.
  EXPECT_NEAR(HalfIntervalPercent(1, 12), 100 * (std::exp(0.006354) - 1), 0.001);
  EXPECT_NEAR(HalfIntervalPercent(10, 48, 0.025), 100 * (std::exp(0.03342) - 1), 0.01);
  EXPECT_LT(HalfIntervalPercent(10, 48, 0.025), DetectablePercent(10, 48, 0.025));
  EXPECT_EQ(HalfIntervalPercent(0, 12), 0);
  EXPECT_TRUE(std::isfinite(HalfIntervalPercent(1e6, 2)));
}

}  // namespace
}  // namespace firstbyte::report
