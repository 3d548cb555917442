// SPDX-License-Identifier: GPL-2.0-or-later
#include "report/variance_components.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstddef>
#include <random>
#include <vector>

namespace firstbyte::report {
namespace {

// Shrout and Fleiss, Psychological Bulletin 86 (1979), table 2: six targets rated by four judges. Their table 4 has
// 11.24 and 6.26 as mean squares, and 0.17 as ICC(1,1).
TEST(EstimateVariance, HasThePublishedIntraclassCorrelation) {
  const auto components =
      EstimateVariance({{9, 2, 5, 8}, {6, 1, 3, 2}, {8, 4, 6, 8}, {7, 1, 2, 6}, {10, 5, 6, 9}, {6, 2, 4, 7}});
  ASSERT_TRUE(components);
  EXPECT_NEAR(components->round_variance, 6.26, 0.005);
  EXPECT_NEAR(components->run_variance, (11.24 - 6.26) / 4, 0.005);
  EXPECT_NEAR(components->intraclass_correlation, 0.17, 0.005);
}

TEST(EstimateVariance, OfRunsThatDifferAndRoundsThatDoNot) {
  const auto components = EstimateVariance({{1, 1, 1}, {2, 2, 2}, {3, 3, 3}});
  ASSERT_TRUE(components);
  EXPECT_DOUBLE_EQ(components->run_variance, 1);
  EXPECT_DOUBLE_EQ(components->round_variance, 0);
  EXPECT_DOUBLE_EQ(components->intraclass_correlation, 1);
  // Means 1, 2, 3: products (-1 x 0) + (0 x 1), over 2.
  EXPECT_DOUBLE_EQ(components->lag_one_autocorrelation.value(), 0);
}

TEST(EstimateVariance, OfRunsThatAreMoreAlikeThanTheirRounds) {
  const auto components = EstimateVariance({{1, 3}, {3, 1}, {2, 2}});
  ASSERT_TRUE(components);
  EXPECT_EQ(components->run_variance, 0);
  EXPECT_LT(components->intraclass_correlation, 0);
  EXPECT_FALSE(components->lag_one_autocorrelation) << "the runs are the same";
}

TEST(EstimateVariance, NeedsTwoOfEach) {
  EXPECT_FALSE(EstimateVariance({}));
  EXPECT_FALSE(EstimateVariance({{1, 2, 3}}));
  EXPECT_FALSE(EstimateVariance({{1}, {2}, {3}}));
  EXPECT_FALSE(EstimateVariance({{1, 2}, {3}}));
  EXPECT_FALSE(EstimateVariance({{1, 1}, {1, 1}}));
}

TEST(EstimateVariance, FindsWhatWasPutIn) {
  std::mt19937_64 random(7);
  std::normal_distribution<double> normal;
  std::vector<std::vector<double>> values;
  for (int run = 0; run < 4000; ++run) {
    const double of_run = 2 * normal(random);
    values.emplace_back();
    for (int round = 0; round < 9; ++round) values.back().push_back(of_run + 3 * normal(random));
  }
  const auto components = EstimateVariance(values);
  ASSERT_TRUE(components);
  EXPECT_NEAR(components->run_variance, 4, 0.3);
  EXPECT_NEAR(components->round_variance, 9, 0.3);
  EXPECT_NEAR(components->intraclass_correlation, 4.0 / 13, 0.02);
}

TEST(EstimateVariance, SeesDriftInTheOrderOfTheRuns) {
  std::vector<std::vector<double>> values;
  for (int run = 0; run < 20; ++run) values.push_back({run + 0.1, run - 0.1});
  EXPECT_NEAR(EstimateVariance(values)->lag_one_autocorrelation.value(), 0.85, 0.01);
}

}  // namespace
}  // namespace firstbyte::report
