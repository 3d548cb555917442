// SPDX-License-Identifier: GPL-2.0-or-later
#include "report/lab_scores.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <random>

#include "report/lab_testing.h"

namespace firstbyte::report {
namespace {

constexpr LabFixture kSimulated = {200, 12, 9, 100};

// A machine on which processes differ by 2 %, drifts by 1 % from one experiment's start to its end, and whose rounds
// scatter by 1.5 %: the "+1 %" arm costs 1 % more, "+2 CPUID" 20 %.
LabRecording Simulated() {
  std::mt19937_64 random(20'261'130);
  std::normal_distribution<double> normal;
  const std::map<int, double> added = {{2, 1}, {3, 20}};
  double process_percent = 0;
  const LabPlan* last = nullptr;
  LabPlan before;
  return MakeLabRecording(kSimulated, [&](const LabPlan& plan, int, int arm) {
    const bool same = last != nullptr && before.kind == plan.kind && before.run == plan.run &&
                      before.arms == plan.arms && before.experiment == plan.experiment;
    if (!same) process_percent = 2 * normal(random) + (plan.kind == kLabSequential ? 0.5 * plan.arms[0] : 0);
    before = plan;
    last = &before;
    const double effect = added.contains(arm) ? added.at(arm) : 0;
    return 35'000 * (1 + effect / 100) * std::exp((process_percent + 1.5 * normal(random)) / 100);
  });
}

const LabRecording& Recording() {
  static const LabRecording recording = Simulated();
  return recording;
}

const LabScores& Scores() {
  static const LabScores scores = [] {
    const LabWindows windows = CutLabWindows(Recording(), Clock::kThreadCpu).value();
    LabOutside outside;
    outside.not_measured = "not here";
    return ScoreLab(Recording(), windows, Clock::kThreadCpu, outside).value();
  }();
  return scores;
}

const LabScore& Of(const std::string& rule, const std::string& usage) {
  const auto found = std::find_if(Scores().scores.begin(), Scores().scores.end(),
                                  [&](const LabScore& s) { return s.rule == rule && s.usage == usage; });
  EXPECT_NE(found, Scores().scores.end()) << rule << usage;
  return *found;
}

TEST(LabScores, OursKeepsFivePercent) {
  const LabScore& ours = Of("firstbyte", "paired");
  EXPECT_TRUE(ours.ours);
  EXPECT_TRUE(ours.calibrated);
  EXPECT_EQ(ours.found.at(kLabCopy).windows, 200);
  EXPECT_LE(ours.found.at(kLabCopy).interval.low, 0.05);
  EXPECT_GE(ours.found.at(kLabCopy).interval.high, 0.05);
  EXPECT_GT(ours.found.at(2).share, 0.8);
  EXPECT_EQ(ours.found.at(3).share, 1);
}

TEST(LabScores, PooledRoundsOfProcessesThatDifferAreNotFit) {
  const LabScore& pooled = Of("benchstat", "sequential, rounds");
  EXPECT_FALSE(pooled.calibrated);
  EXPECT_GT(pooled.found.at(kLabCopy).interval.low, 0.2);
  EXPECT_TRUE(Of("benchstat", "alternated, medians").calibrated);
  EXPECT_FALSE(Of("over 1 %", "sequential").calibrated);
}

TEST(LabScores, TrueChangesAreMeasuredNotBelieved) {
  ASSERT_EQ(Scores().effects.size(), 3u);
  for (const LabEffect& effect : Scores().effects) {
    const double truth = effect.arm == 1 ? 0 : effect.arm == 2 ? 1 : 20;
    EXPECT_NEAR(effect.percent, truth, 0.1);
    EXPECT_LT(effect.interval.low, effect.percent);
    EXPECT_LT(effect.percent, effect.interval.high);
    EXPECT_EQ(effect.processes, 200 * 12);
  }
}

TEST(LabScores, RatiosAreToRulesThatAreFit) {
  EXPECT_EQ(Scores().main_arm, 2);
  ASSERT_TRUE(Scores().best);
  double best = 0;
  for (const LabRatio& ratio : Scores().ratios) {
    const LabScore& score = Scores().scores[ratio.score];
    EXPECT_TRUE(score.calibrated && !score.ours);
    if (IsFit(score)) best = std::max(best, score.found.at(2).share);
    if (!ratio.ratio) continue;
    EXPECT_NEAR(*ratio.ratio, Of("firstbyte", "paired").found.at(2).share / score.found.at(2).share, 1e-12);
    EXPECT_LE(ratio.low.value(), *ratio.ratio);
    EXPECT_GE(ratio.high.value_or(HUGE_VAL), *ratio.ratio);
  }
  EXPECT_EQ(Scores().scores[Scores().ratios[*Scores().best].score].found.at(2).share, best);
  const auto medians = std::find_if(Scores().ratios.begin(), Scores().ratios.end(), [](const LabRatio& ratio) {
    return Scores().scores[ratio.score].rule == "benchstat" &&
           Scores().scores[ratio.score].usage == "alternated, medians";
  });
  ASSERT_NE(medians, Scores().ratios.end());
  EXPECT_GT(medians->low.value(), 2);
}

TEST(LabScores, WhatWasNotAskedHasAReasonAndNoShare) {
  const LabScore& compare_py = Of("compare.py", "sequential, rounds");
  EXPECT_EQ(compare_py.not_measured, "not here");
  EXPECT_TRUE(compare_py.found.empty());
  EXPECT_FALSE(compare_py.calibrated);
}

TEST(LabScores, FindingTheWrongDirectionIsNoPower) {
  const LabRecording recording = MakeLabRecording(
      {1, 6, 3, 1000}, [](const LabPlan& plan, int, int arm) { return arm == 2 ? 90.0 - plan.run : 100.0 + arm; });
  const LabWindows windows = CutLabWindows(recording, Clock::kThreadCpu).value();
  const LabScores scores = ScoreLab(recording, windows, Clock::kThreadCpu, {}).value();
  EXPECT_EQ(scores.scores[0].found.at(1).found, 1);  // anything found in the copy is a false alarm
  EXPECT_EQ(scores.scores[0].found.at(2).found, 0);
  EXPECT_EQ(scores.scores[0].found.at(3).found, 1);
}

TEST(LabScores, NothingCompleteIsAnError) {
  LabRecording recording = MakeLabRecording({1, 6, 3, 1000}, [](const LabPlan&, int, int) { return 1.0; });
  recording.processes.pop_back();
  const LabWindows windows = CutLabWindows(recording, Clock::kThreadCpu).value();
  const auto scores = ScoreLab(recording, windows, Clock::kThreadCpu, {});
  ASSERT_FALSE(scores);
  EXPECT_NE(scores.error().message.find("--resume"), std::string::npos);
}

}  // namespace
}  // namespace firstbyte::report
