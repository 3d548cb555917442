// SPDX-License-Identifier: GPL-2.0-or-later
#include "report/mann_whitney.h"

#include <gtest/gtest.h>

#include <vector>

namespace firstbyte::report {
namespace {

// Five permeability constants against ten, of Hollander and Wolfe's book; R's documentation of wilcox.test has them
// with W = 35 and the one-sided p = 0.1272.
TEST(TestMannWhitney, HasThePublishedValue) {
  const std::vector<double> term = {0.80, 0.83, 1.89, 1.04, 1.45, 1.38, 1.91, 1.64, 0.73, 1.46};
  const std::vector<double> early = {1.15, 0.88, 0.90, 0.74, 1.21};
  const MannWhitney test = TestMannWhitney(term, early);
  EXPECT_EQ(test.u, 35);
  EXPECT_TRUE(test.exact);
  EXPECT_NEAR(test.p, 2 * 0.1272, 1e-4);
}

TEST(TestMannWhitney, OfSamplesThatDoNotOverlap) {
  EXPECT_NEAR(TestMannWhitney({1, 2, 3}, {4, 5, 6}).p, 2.0 / 20, 1e-12);
  EXPECT_EQ(TestMannWhitney({1, 2, 3}, {4, 5, 6}).u, 0);
  std::vector<double> low;
  std::vector<double> high;
  for (int i = 0; i < 12; ++i) {
    low.push_back(i);
    high.push_back(100 + i);
  }
  // 2 / C(24, 12): the smallest that twelve against twelve can reach.
  EXPECT_NEAR(TestMannWhitney(low, high).p, 7.396e-7, 1e-9);
}

// By hand: ranks 1, 2.5, 2.5, 4 give U = 3.5 - 3 = 0.5; variance 4/12 (5 - 6/12) = 1.5; z = (1.5 - 0.5)/1.2247.
TEST(TestMannWhitney, CorrectsForTies) {
  const MannWhitney test = TestMannWhitney({1, 2}, {2, 3});
  EXPECT_EQ(test.u, 0.5);
  EXPECT_FALSE(test.exact);
  EXPECT_NEAR(test.p, 0.4142, 1e-4);
  EXPECT_EQ(TestMannWhitney({5, 5}, {5, 5, 5}).p, 1) << "all the same";
}

TEST(TestMannWhitney, IsSymmetric) {
  const std::vector<double> a = {1, 4, 7, 9, 2};
  const std::vector<double> b = {3, 5, 8, 6};
  EXPECT_DOUBLE_EQ(TestMannWhitney(a, b).p, TestMannWhitney(b, a).p);
  EXPECT_EQ(TestMannWhitney(a, b).u + TestMannWhitney(b, a).u, 20);
}

TEST(TestMannWhitney, GoesOverToTheNormalDistributionForLargeSamples) {
  std::vector<double> a;
  std::vector<double> b;
  for (int i = 0; i < 108; ++i) {
    a.push_back(2 * i);
    b.push_back(2 * i + 1);
  }
  const MannWhitney test = TestMannWhitney(a, b);
  EXPECT_FALSE(test.exact);
  EXPECT_GT(test.p, 0.8);
}

}  // namespace
}  // namespace firstbyte::report
