// SPDX-License-Identifier: GPL-2.0-or-later
#include "report/simulation.h"

#include <gtest/gtest.h>

#include <cmath>
#include <random>
#include <string>
#include <vector>

#include "report/mann_whitney.h"
#include "report/round_means.h"
#include "report/sign_flip.h"

namespace firstbyte::report {
namespace {

constexpr int kRuns = 12;
constexpr int kRounds = 9;
constexpr int kExperiments = 2000;

std::vector<double> Pool(const Means& means) {
  std::vector<double> all;
  for (const auto& run : means) all.insert(all.end(), run.begin(), run.end());
  return all;
}

double Share(int count) { return static_cast<double>(count) / kExperiments; }

// What the gate rests on: of measurements in which nothing differs, 5 % look as if something did, whatever the machine.
TEST(Simulation, TheSignFlipTestKeepsItsFalsePositiveRate) {
  for (const Regime& regime : Regimes()) {
    std::mt19937_64 random(20'260'825);
    int flagged = 0;
    for (int i = 0; i < kExperiments; ++i) {
      const TwoArms arms = SimulatePaired(regime, kRuns, kRounds, 0, random);
      if (TestSignFlip(RunLogDifferences(arms.reference, arms.arm)).p < 0.05) ++flagged;
    }
    RecordProperty("false positives, " + regime.name, std::to_string(Share(flagged)));
    EXPECT_GE(Share(flagged), 0.03) << regime.name;
    EXPECT_LE(Share(flagged), 0.08) << regime.name;
  }
}

// And the interval covers the truth as often as it says.
TEST(Simulation, TheIntervalCoversTheTruth) {
  for (const Regime& regime : Regimes()) {
    std::mt19937_64 random(7);
    int covered = 0;
    for (int i = 0; i < kExperiments; ++i) {
      const TwoArms arms = SimulatePaired(regime, kRuns, kRounds, 1, random);
      const auto interval = TestSignFlip(RunLogDifferences(arms.reference, arms.arm)).interval.value();
      if (interval.low <= -0.01 && -0.01 <= interval.high) ++covered;
    }
    EXPECT_GE(Share(covered), 0.93) << regime.name;
    EXPECT_LE(Share(covered), 0.97) << regime.name;
  }
}

// What people do instead, on the same machines: one program after the other, all rounds pooled, Mann-Whitney.
TEST(Simulation, PooledMannWhitneyCriesWolf) {
  int regimes_above = 0;
  for (const Regime& regime : Regimes()) {
    std::mt19937_64 random(11);
    int flagged = 0;
    for (int i = 0; i < kExperiments; ++i) {
      const TwoArms arms = SimulateSequential(regime, kRuns, kRounds, 0, random);
      if (TestMannWhitney(Pool(arms.reference), Pool(arms.arm)).p < 0.05) ++flagged;
    }
    RecordProperty("pooled Mann-Whitney, " + regime.name, std::to_string(Share(flagged)));
    if (Share(flagged) > 0.2) ++regimes_above;
  }
  EXPECT_GE(regimes_above, 2);
}

TEST(Simulation, HasTheDifferenceThatWasAskedFor) {
  for (const Regime& regime : Regimes()) {
    std::mt19937_64 random(3);
    const TwoArms arms = SimulatePaired(regime, 2000, 3, 2, random);
    double sum = 0;
    for (const double d : RunLogDifferences(arms.reference, arms.arm)) sum += d;
    EXPECT_NEAR(100 * sum / 2000, -2, 0.3) << regime.name;
  }
}

}  // namespace
}  // namespace firstbyte::report
