// SPDX-License-Identifier: GPL-2.0-or-later
#include "report/evidence.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstddef>
#include <vector>

#include "report/testing.h"

namespace firstbyte::report {
namespace {

Disturbed None(const Means& means) {
  Disturbed none;
  for (const auto& run : means) none.emplace_back(run.size(), false);
  return none;
}

// d in percent: 1 1 4, 2 2 2, 3 3 -1.
Means Times(const std::vector<std::vector<double>>& percents, double ns) {
  Means means;
  for (const auto& run : percents) {
    means.emplace_back();
    for (const double percent : run) means.back().push_back(ns * std::exp(-percent / 100));
  }
  return means;
}

const std::vector<std::vector<double>> kPercents = {{1, 1, 4}, {2, 2, 2}, {3, 3, -1}};
const Means kReference = {{1000, 1000, 1000}, {1000, 1000, 1000}, {1000, 1000, 1000}};

TEST(Weigh, TakesTheScatterOfTheRunsAndTheSignsOfTheRounds) {
  const Evidence evidence = Weigh(kReference, Times(kPercents, 1000), None(kReference), None(kReference));
  // D = 1, 2, 3.
  EXPECT_NEAR(evidence.deviation_percent.value(), 1, 1e-9);
  // (4.303 + 1.061) / sqrt(3) = 3.097 in percent of a logarithm.
  EXPECT_NEAR(evidence.detectable_percent.value(), 3.145, 1e-3);
  EXPECT_EQ(evidence.rounds_faster, 8);
  EXPECT_EQ(evidence.rounds_slower, 1);
  EXPECT_NEAR(evidence.sign_test_p, 2 * 10.0 / 512, 1e-12);
  ASSERT_TRUE(evidence.variance);
  EXPECT_GT(evidence.variance->round_variance, 0);
  EXPECT_EQ(evidence.disturbed_rounds, 0);
  EXPECT_NEAR(evidence.undisturbed_percent.value(), 100 * (1 - std::exp(-0.02)), 1e-9);
  EXPECT_EQ(evidence.moved_points, 0.0);
}

TEST(Weigh, LeavesDisturbedRoundsOutOfOneNumberAlone) {
  Disturbed disturbed = None(kReference);
  disturbed[0] = {true, true, false};
  const Evidence evidence = Weigh(kReference, Times(kPercents, 1000), None(kReference), disturbed);
  EXPECT_EQ(evidence.disturbed_rounds, 2);
  EXPECT_NEAR(evidence.undisturbed_percent.value(), 100 * (1 - std::exp(-0.03)), 1e-9) << "D = 4, 2, 3";
  EXPECT_NEAR(evidence.moved_points.value(), 100 * (std::exp(-0.02) - std::exp(-0.03)), 1e-9);
  EXPECT_EQ(evidence.rounds_faster, 8) << "nothing else loses a round";
  disturbed[0][2] = true;
  EXPECT_FALSE(Weigh(kReference, Times(kPercents, 1000), disturbed, None(kReference)).undisturbed_percent)
      << "a run of which nothing is left";
}

TEST(Weigh, OfOneRunHasNoScatter) {
  const Evidence evidence = Weigh({{1000, 1000}}, {{990, 1000}}, {{false, false}}, {{false, false}});
  EXPECT_FALSE(evidence.deviation_percent);
  EXPECT_FALSE(evidence.detectable_percent);
  EXPECT_FALSE(evidence.variance);
  EXPECT_EQ(evidence.rounds_faster, 1);
  EXPECT_EQ(evidence.rounds_slower, 0) << "a round without difference speaks for neither";
}

TEST(CollectDisturbed, KnowsWhatInterrupts) {
  Results results = MakeResults();
  for (report::Run& run : results.runs) {
    for (Round& round : run.rounds) {
      for (Sample& sample : round.samples) {
        sample.involuntary_switches = 0;
        sample.migrations = 0;
        sample.major_faults = 0;
        sample.steal_ticks.reset();
        sample.minor_faults = 5;
        sample.voluntary_switches = 5;
      }
    }
  }
  const auto disturbed_of = [&] {
    std::size_t count = 0;
    for (const Disturbed& arm : CollectDisturbed(results, Clock::kWall))
      for (const auto& run : arm)
        for (const bool is : run) count += is ? 1 : 0;
    return count;
  };
  EXPECT_EQ(disturbed_of(), 0u) << "what was not counted, and what hardly interrupts";
  auto& samples = results.runs[0].rounds[0].samples;
  samples[0].involuntary_switches = 1;
  EXPECT_EQ(disturbed_of(), 1u);
  samples[1].migrations = 1;
  results.runs[1].rounds[0].samples[0].steal_ticks = 2;
  results.runs[1].rounds[0].samples[1].major_faults = 3;
  EXPECT_EQ(disturbed_of(), 4u);
}

}  // namespace
}  // namespace firstbyte::report
