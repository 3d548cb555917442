// SPDX-License-Identifier: GPL-2.0-or-later
#include "report/sign_flip.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <random>
#include <vector>

namespace firstbyte::report {
namespace {

const std::vector<double> kDarwin = {49, -67, 8, 16, 6, 23, 28, 41, 14, 29, 56, 24, 75, 60, -48};

// The test by its definition, without the identity about subset means: every sign vector, two-sided.
double BruteForceP(std::vector<double> values, double shift) {
  double observed = 0;
  double scale = 0;
  for (double& value : values) {
    value -= shift;
    observed += value;
    scale += std::abs(value);
  }
  int as_far = 0;
  for (std::uint32_t signs = 0; signs < (1u << values.size()); ++signs) {
    double sum = 0;
    for (std::size_t i = 0; i < values.size(); ++i) sum += ((signs >> i) & 1u) != 0 ? -values[i] : values[i];
    if (std::abs(sum) >= std::abs(observed) - 1e-12 * scale) ++as_far;
  }
  return as_far / static_cast<double>(1u << values.size());
}

std::vector<double> Draw(std::mt19937_64& random, int count) {
  std::normal_distribution<double> normal(0.3, 1);
  std::vector<double> values;
  for (int i = 0; i < count; ++i) values.push_back(normal(random));
  return values;
}

TEST(SignFlip, PublishedPValueOfDarwinsMaize) {
  // Fisher counted 863 of the 2^15 arrangements in each tail.
  const SignFlip test = TestSignFlip(kDarwin);
  EXPECT_DOUBLE_EQ(test.p, 2 * 863 / 32768.0);
  EXPECT_TRUE(test.exact);
  EXPECT_NEAR(test.mean, 20.933, 5e-4);
  ASSERT_TRUE(test.interval);
  EXPECT_LT(test.interval->low, 0) << "5.3 % does not exclude 0";
  EXPECT_NEAR(test.interval->high, 41, 1) << "the t-interval ends at 41.84";
}

TEST(SignFlip, ByHand) {
  // Six runs, all of one sign: only the observed signs and their opposite reach the mean, and k = floor(1.6) = 1.
  const SignFlip six = TestSignFlip({1, 2, 3, 4, 5, 6});
  EXPECT_DOUBLE_EQ(six.p, 2 / 64.0);
  EXPECT_DOUBLE_EQ(six.interval->low, 1);
  EXPECT_DOUBLE_EQ(six.interval->high, 6);
  EXPECT_DOUBLE_EQ(six.mean, 3.5);
  // {1, 2, -1}: sums of the subsets 1 2 -1 3 0 1 2; at most 0: two; at least 0: six. p = 2 * 3 / 8.
  EXPECT_DOUBLE_EQ(TestSignFlip({1, 2, -1}).p, 0.75);
}

TEST(SignFlip, SevenRunsUseTheThirdSmallestMean) {
  // k = floor(3.2) = 3; the subset means of powers of two from below: 1, 1.5 ({1,2}), 2.
  const SignFlip seven = TestSignFlip({1, 2, 4, 8, 16, 32, 64});
  EXPECT_DOUBLE_EQ(seven.interval->low, 2);
  EXPECT_DOUBLE_EQ(seven.interval->high, 40) << "from above: 64, 48 ({32,64}), 40 ({16,64})";
}

TEST(SignFlip, TooFewRunsHaveAPValueButNoInterval) {
  const SignFlip five = TestSignFlip({1, 2, 3, 4, 5});
  EXPECT_DOUBLE_EQ(five.p, 2 / 32.0);
  EXPECT_FALSE(five.interval);
  EXPECT_EQ(five.no_interval, "5 runs cannot give a 95 % interval; it needs 6");
  EXPECT_DOUBLE_EQ(TestSignFlip({3}).p, 1);
  EXPECT_TRUE(TestSignFlip({1, 2, 3, 4, 5, 6}).no_interval.empty());
}

TEST(SignFlip, NoDifferenceAtAll) {
  const SignFlip zero = TestSignFlip(std::vector<double>(12, 0.0));
  EXPECT_DOUBLE_EQ(zero.p, 1);
  EXPECT_DOUBLE_EQ(zero.interval->low, 0);
  EXPECT_DOUBLE_EQ(zero.interval->high, 0);
}

TEST(SignFlip, EqualDifferencesHaveAnIntervalOfNoWidth) {
  const SignFlip equal = TestSignFlip(std::vector<double>(12, 0.1));
  EXPECT_DOUBLE_EQ(equal.p, 2 / 4096.0);
  EXPECT_NEAR(equal.interval->low, 0.1, 1e-15);
  EXPECT_NEAR(equal.interval->high, 0.1, 1e-15);
}

TEST(SignFlip, DifferencesThatCancelCountAsZero) {
  // 0.1 + 0.2 - 0.3 is 5.6e-17 in doubles.
  EXPECT_DOUBLE_EQ(TestSignFlip({0.1, 0.2, -0.3}).p, BruteForceP({0.1, 0.2, -0.3}, 0));
  EXPECT_DOUBLE_EQ(TestSignFlip({0.1, 0.2, -0.3}).p, 1);
}

TEST(SignFlip, AgreesWithTheDefinitionEverywhere) {
  std::mt19937_64 random(1);
  for (int count = 1; count <= 12; ++count) {
    for (int repeat = 0; repeat < 12; ++repeat) {
      const auto values = Draw(random, count);
      ASSERT_DOUBLE_EQ(TestSignFlip(values).p, BruteForceP(values, 0)) << count;
    }
  }
}

// The interval's ends are where the test changes its mind: accepted on them and inside, rejected just outside.
TEST(SignFlip, IntervalIsTheInvertedTest) {
  std::mt19937_64 random(2);
  for (int count = kRunsForInterval; count <= 13; ++count) {
    for (int repeat = 0; repeat < 4; ++repeat) {
      const auto values = Draw(random, count);
      const Interval interval = TestSignFlip(values).interval.value();
      for (const double inside : {interval.low, interval.low + 1e-9, interval.high - 1e-9, interval.high}) {
        EXPECT_GT(BruteForceP(values, inside), 0.05) << count;
      }
      for (const double outside : {interval.low - 1e-9, interval.low - 1, interval.high + 1e-9, interval.high + 1}) {
        EXPECT_LE(BruteForceP(values, outside), 0.05) << count;
      }
    }
  }
}

TEST(SignFlip, DrawnSubsetsAgreeWithAllOfThem) {
  std::mt19937_64 random(3);
  for (const int count : {21, 40}) {
    const auto values = Draw(random, count);
    const SignFlip drawn = TestSignFlip(values);
    EXPECT_FALSE(drawn.exact);
    const Interval student = StudentInterval(values).value();
    const double width = student.high - student.low;
    EXPECT_NEAR(drawn.interval->low, student.low, 0.1 * width);
    EXPECT_NEAR(drawn.interval->high, student.high, 0.1 * width);
    EXPECT_EQ(drawn.p <= 0.05, drawn.interval->low > 0 || drawn.interval->high < 0);
    EXPECT_DOUBLE_EQ(TestSignFlip(values).p, drawn.p) << "the seed is fixed";
  }
  const SignFlip sure = TestSignFlip(std::vector<double>(100, 1.0));
  EXPECT_DOUBLE_EQ(sure.p, 2 / 65536.0) << "the identity is always counted, so p is never 0";
}

TEST(SignFlip, SmallestPIsReachedByEqualDifferences) {
  for (const int runs : {1, 2, 5, 6, 12, 20, 21, 200}) {
    EXPECT_DOUBLE_EQ(SmallestP(runs), TestSignFlip(std::vector<double>(static_cast<std::size_t>(runs), 1.0)).p) << runs;
  }
}

// The nominal 95 % for symmetric values of whatever shape, within three standard errors of the simulation; k/2^n makes
// it 95.02 % for 12 runs.
double Coverage(std::uint64_t seed, bool heavy_tails) {
  std::mt19937_64 random(seed);
  std::normal_distribution<double> normal(0, 1);
  constexpr int kExperiments = 2000;
  int covered = 0;
  for (int i = 0; i < kExperiments; ++i) {
    std::vector<double> values;
    for (int run = 0; run < 12; ++run) {
      const double scale = heavy_tails ? 1 / std::abs(normal(random)) : 1;
      values.push_back(5 + normal(random) * scale);
    }
    const Interval interval = TestSignFlip(values).interval.value();
    if (interval.low <= 5 && 5 <= interval.high) ++covered;
  }
  return covered / static_cast<double>(kExperiments);
}

TEST(SignFlip, CoversAsOftenAsItSays) {
  EXPECT_NEAR(Coverage(4, false), 0.9502, 0.0147);
  EXPECT_NEAR(Coverage(5, true), 0.9502, 0.0147) << "Cauchy-like values, which break a t-interval";
}

std::vector<double> GenerateDifferences() {
  // Hundredths: exact after scaling, with frequent ties.
  const auto count = *rc::gen::inRange<std::size_t>(1, 11);
  const auto integers = *rc::gen::container<std::vector<int>>(count, rc::gen::inRange(-50, 51));
  return {integers.begin(), integers.end()};
}

RC_GTEST_PROP(SignFlipProperties, OrderDoesNotMatter, ()) {
  const auto values = GenerateDifferences();
  std::vector<double> other(values.rbegin(), values.rend());
  std::rotate(other.begin(), other.begin() + static_cast<std::ptrdiff_t>(other.size() / 3), other.end());
  const SignFlip a = TestSignFlip(values);
  const SignFlip b = TestSignFlip(other);
  RC_ASSERT(a.p == b.p);
  RC_ASSERT(a.interval.has_value() == b.interval.has_value());
  if (a.interval) RC_ASSERT(a.interval->low == b.interval->low && a.interval->high == b.interval->high);
}

RC_GTEST_PROP(SignFlipProperties, SignAndScaleCarryOver, ()) {
  const auto values = GenerateDifferences();
  std::vector<double> other = values;
  for (double& value : other) value *= -4;
  const SignFlip a = TestSignFlip(values);
  const SignFlip b = TestSignFlip(other);
  RC_ASSERT(a.p == b.p);
  if (a.interval) RC_ASSERT(b.interval->low == -4 * a.interval->high && b.interval->high == -4 * a.interval->low);
}

RC_GTEST_PROP(SignFlipProperties, ShiftMovesTheInterval, ()) {
  const auto values = GenerateDifferences();
  std::vector<double> other = values;
  for (double& value : other) value += 1024;
  const SignFlip a = TestSignFlip(values);
  const SignFlip b = TestSignFlip(other);
  if (!a.interval) return;
  RC_ASSERT(std::abs(b.interval->low - a.interval->low - 1024) < 1e-9);
  RC_ASSERT(std::abs(b.interval->high - a.interval->high - 1024) < 1e-9);
}

RC_GTEST_PROP(SignFlipProperties, IntervalAndPValueNeverContradict, ()) {
  const auto values = GenerateDifferences();
  const SignFlip test = TestSignFlip(values);
  RC_ASSERT(test.p > 0 && test.p <= 1);
  RC_ASSERT(std::abs(test.p - BruteForceP(values, 0)) < 1e-12);
  if (!test.interval) return;
  RC_ASSERT((test.p <= 0.05) == (test.interval->low > 0 || test.interval->high < 0));
  RC_ASSERT(test.interval->low <= test.mean && test.mean <= test.interval->high);
}

TEST(TestSignFlip, OtherAlphasHaveOtherIntervals) {
  const std::vector<double> values = {1, 2, 3, 4, 5, 6, 7, 8};
  const SignFlip wide = TestSignFlip(values, 0.01);
  const SignFlip usual = TestSignFlip(values);
  ASSERT_TRUE(wide.interval && usual.interval);
  EXPECT_EQ(wide.p, usual.p);
  EXPECT_LT(wide.interval->low, usual.interval->low);
  // floor(0.005 x 256) = 1: the smallest and the largest subset mean.
  EXPECT_DOUBLE_EQ(wide.interval->low, 1);
  EXPECT_DOUBLE_EQ(wide.interval->high, 8);
  EXPECT_EQ(TestSignFlip({1, 2, 3, 4, 5, 6, 7}, 0.01).no_interval, "7 runs cannot give a 99 % interval; it needs 8");
}

TEST(RunsForInterval, GrowWithConfidence) {
  EXPECT_EQ(RunsForInterval(0.05), kRunsForInterval);
  EXPECT_EQ(RunsForInterval(0.01), 8);
  EXPECT_EQ(RunsForInterval(0.001), 11);
}

}  // namespace
}  // namespace firstbyte::report
