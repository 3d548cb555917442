// SPDX-License-Identifier: GPL-2.0-or-later
#include "report/comparison.h"

#include <gtest/gtest.h>

#include <cmath>
#include <string>
#include <vector>

#include "report/testing.h"

namespace firstbyte::report {
namespace {

// Results of one operation in which baseline and patched have given means; the A/A arm equals the baseline unless
// `control` says otherwise.
Results TwoArms(const MeanNs& mean_ns, int runs, int rounds) {
  FixtureOptions options;
  options.runs = runs;
  options.rounds = rounds;
  options.arms = {"baseline", "patched", "A/A"};
  options.operation_names = {"compress"};
  options.wall_ns = mean_ns;
  return MakeResults(options);
}

const Row& RowOf(const Comparison& comparison, const Results& results, const std::string& name, std::size_t group = 0) {
  for (const Row& row : comparison.groups[group].rows) {
    if (results.arms[row.arm].name == name) return row;
  }
  ADD_FAILURE() << "no row " << name;
  return comparison.groups[0].rows[0];
}

// A small deterministic scatter that gives every run its own value.
double Wobble(int run) { return 1 + 0.001 * ((run * 7) % 5 - 2); }

TEST(Compare, HeadlineIsTheMedianOfThePerRoundMeans) {
  // Means of baseline over 2 runs x 3 rounds: 100 110 120, 200 210 900. Median (120 + 200) / 2; medians of the runs 110
  // and 210.
  const double baseline[2][3] = {{100, 110, 120}, {200, 210, 900}};
  const Results results = TwoArms(
      [&](const Arm& arm, int run, int round) { return arm.name == "patched" ? 90.5 : baseline[run][round]; }, 2, 3);
  const Comparison comparison = Compare(results).value();
  const Row& row = RowOf(comparison, results, "baseline");
  EXPECT_DOUBLE_EQ(row.median_ns, 160);
  EXPECT_DOUBLE_EQ(row.run_median_ns, 160);
  EXPECT_FALSE(row.medians_differ);
  EXPECT_DOUBLE_EQ(row.spread_ns, 50) << "deviations 60 50 40 40 50 740";
  EXPECT_FALSE(row.difference) << "a reference is not compared with itself";
  const Difference& difference = *RowOf(comparison, results, "patched").difference;
  EXPECT_DOUBLE_EQ(difference.delta_ns, 69.5) << "positive is saved";
  EXPECT_DOUBLE_EQ(difference.percent, 100 * 69.5 / 160);
}

TEST(Compare, FlagsMediansThatDiffer) {
  // All rounds: median 101; medians of the runs: 100, 100, 110 -> 100.
  const double baseline[3][3] = {{99, 100, 105}, {98, 100, 104}, {101, 110, 111}};
  const Results results = TwoArms([&](const Arm&, int run, int round) { return baseline[run][round]; }, 3, 3);
  const Comparison comparison = Compare(results).value();
  const Row& row = RowOf(comparison, results, "baseline");
  EXPECT_DOUBLE_EQ(row.median_ns, 101);
  EXPECT_DOUBLE_EQ(row.run_median_ns, 100);
  EXPECT_TRUE(row.medians_differ);
}

TEST(Compare, IntervalComesFromPairsWithinARound) {
  // Runs drift by a factor of two, which would hide ten percent in unpaired data; within a round the ratio is always
  // 0.9, but for a wild round in each run.
  const Results results = TwoArms(
      [](const Arm& arm, int run, int round) {
        const double level = 10000.0 * (1 + run / 11.0);
        if (arm.name == "patched" && round == 4) return 5 * level;
        return arm.name == "patched" ? 0.9 * level * Wobble(run) : level;
      },
      12, 9);
  const Comparison comparison = Compare(results).value();
  const Difference& difference = *RowOf(comparison, results, "patched").difference;
  EXPECT_EQ(difference.verdict, Verdict::kFaster);
  EXPECT_DOUBLE_EQ(difference.log.p, 2 / 4096.0);
  ASSERT_TRUE(difference.percent_interval);
  EXPECT_NEAR(difference.percent_interval->low, 10, 0.2);
  EXPECT_NEAR(difference.percent_interval->high, 10, 0.2);
  const double baseline = RowOf(comparison, results, "baseline").median_ns;
  EXPECT_DOUBLE_EQ(difference.ns_interval->low, difference.percent_interval->low * (baseline / 100));
  EXPECT_LT(difference.student_percent_interval->low, difference.percent_interval->high);
}

TEST(Compare, SlowerIsNegative) {
  const Results results =
      TwoArms([](const Arm& arm, int run, int) { return arm.name == "patched" ? 1100 * Wobble(run) : 1000.0; }, 12, 3);
  const Comparison comparison = Compare(results).value();
  const Difference& difference = *RowOf(comparison, results, "patched").difference;
  EXPECT_EQ(difference.verdict, Verdict::kSlower);
  EXPECT_NEAR(difference.percent, -10, 0.2);
  EXPECT_LT(difference.ns_interval->high, 0);
}

TEST(Compare, UnresolvedWhenTheIntervalContainsZero) {
  // Half of the runs are 1 % faster, half 1 % slower.
  const Results results = TwoArms(
      [](const Arm& arm, int run, int) { return arm.name == "patched" ? (run % 2 == 0 ? 1010.0 : 990.0) : 1000.0; }, 12,
      3);
  const Comparison comparison = Compare(results).value();
  const Difference& difference = *RowOf(comparison, results, "patched").difference;
  EXPECT_EQ(difference.verdict, Verdict::kUnresolved);
  EXPECT_EQ(difference.reason, "the 95 % interval contains 0");
  EXPECT_LT(difference.percent_interval->low, 0);
  EXPECT_GT(difference.percent_interval->high, 0);
  EXPECT_EQ(RowOf(comparison, results, "A/A").difference->verdict, Verdict::kControlPassed);
}

TEST(Compare, FiveRunsResolveNothing) {
  const Results results =
      TwoArms([](const Arm& arm, int run, int) { return arm.name == "patched" ? 500 * Wobble(run) : 1000.0; }, 5, 3);
  const Comparison comparison = Compare(results).value();
  const Difference& difference = *RowOf(comparison, results, "patched").difference;
  EXPECT_EQ(difference.verdict, Verdict::kUnresolved);
  EXPECT_EQ(difference.reason, "5 runs cannot give a 95 % interval; it needs 6");
  EXPECT_FALSE(difference.ns_interval);
  EXPECT_FALSE(difference.estimators_disagree);
  EXPECT_EQ(RowOf(comparison, results, "A/A").difference->verdict, Verdict::kControlUntested);
}

TEST(Compare, SixRunsAreEnough) {
  const Results results =
      TwoArms([](const Arm& arm, int run, int) { return arm.name == "patched" ? 500 * Wobble(run) : 1000.0; }, 6, 3);
  EXPECT_EQ(RowOf(Compare(results).value(), results, "patched").difference->verdict, Verdict::kFaster);
}

TEST(Compare, ControlFailsOnlyBelowItsShareOfOnePercent) {
  // Every run of the copy is 1 % slower: p = 2 / 2^n. With one control the threshold is 0.01: 8 runs (0.0078) fail, 7
  // runs (0.0156) cannot.
  const auto biased = [](const Arm& arm, int run, int) { return arm.name == "A/A" ? 1010 * Wobble(run) : 1000.0; };
  const auto verdict = [&](int runs) {
    const Results results = TwoArms(biased, runs, 3);
    return RowOf(Compare(results).value(), results, "A/A").difference->verdict;
  };
  EXPECT_EQ(verdict(8), Verdict::kControlFailed);
  EXPECT_EQ(verdict(7), Verdict::kControlUntested);
}

TEST(Compare, ControlThresholdIsSharedBetweenControls) {
  const Results results = MakeResults();
  const Comparison comparison = Compare(results).value();
  EXPECT_EQ(comparison.control_rows, 2);
  EXPECT_DOUBLE_EQ(comparison.control_threshold, 0.005);
}

TEST(Compare, AControlMayMissZeroAtFivePercentAndPass) {
  // Two runs of twelve against the trend: p lies between 0.005 and 0.05.
  const Results results = TwoArms(
      [](const Arm& arm, int run, int) {
        if (arm.name != "A/A") return 1000.0;
        return run < 2 ? 1000.0 - 4 - run : 1000.0 + 4 + run * 0.1;
      },
      12, 3);
  const Comparison comparison = Compare(results).value();
  const Difference& control = *RowOf(comparison, results, "A/A").difference;
  EXPECT_LT(control.log.p, 0.05);
  EXPECT_GT(control.log.p, 0.01);
  EXPECT_LT(control.ns_interval->high, 0);
  EXPECT_EQ(control.verdict, Verdict::kControlPassed);
}

TEST(Compare, FlagsEstimatorsThatDisagree) {
  // The pairs say 1 % faster in every run; the levels of the runs make the pooled medians say something else.
  const Results results = TwoArms(
      [](const Arm& arm, int run, int round) {
        const double level = 1000.0 + 100 * run;
        if (arm.name != "patched") return level;
        return round == 0 ? level * 3 : level * 0.99 * Wobble(run);
      },
      12, 3);
  const Comparison comparison = Compare(results).value();
  const Difference& difference = *RowOf(comparison, results, "patched").difference;
  EXPECT_EQ(difference.verdict, Verdict::kFaster);
  EXPECT_TRUE(difference.estimators_disagree);
}

TEST(Compare, ClockCanBeThreadCpuTime) {
  Results results = MakeResults();
  const Comparison wall = Compare(results).value();
  const Comparison cpu = Compare(results, Clock::kThreadCpu).value();
  EXPECT_EQ(wall.clock_name, "CLOCK_MONOTONIC_RAW");
  EXPECT_EQ(cpu.clock_name, "CLOCK_THREAD_CPUTIME_ID");
  EXPECT_NEAR(cpu.groups[0].rows[0].median_ns, 0.99 * wall.groups[0].rows[0].median_ns, 0.01);
  for (Round& round : results.runs[3].rounds) round.samples[0].cpu_ns.reset();
  results.not_measured["cpu_ns"] = "The kernel has no such clock.";
  EXPECT_TRUE(Compare(results));
  const auto refused = Compare(results, Clock::kThreadCpu);
  EXPECT_EQ(refused.error().code, ExitCode::kInvalid);
  EXPECT_EQ(refused.error().message, "Run 4 of these results has no thread CPU time: The kernel has no such clock.");
}

TEST(Compare, NeedsABaseline) {
  FixtureOptions options;
  options.arms = {"patched", "cached"};
  const auto refused = Compare(MakeResults(options));
  EXPECT_EQ(refused.error().code, ExitCode::kInvalid);
  EXPECT_EQ(refused.error().message,
            "These results have no arm \"baseline\" of compress, so there is nothing to compare with.");
}

TEST(Compare, RefusesResultsThatDoNotAddUp) {
  Results results = MakeResults();
  results.runs.pop_back();
  EXPECT_EQ(Compare(results).error().message, "The results: runs has 11 entries; it must have 12.");
}

TEST(Compare, RowsAreGroupedByOperationAndStartWithTheBaseline) {
  const Results results = MakeResults();
  const Comparison comparison = Compare(results).value();
  ASSERT_EQ(comparison.groups.size(), 2u);
  EXPECT_EQ(comparison.groups[0].operation, "compress");
  EXPECT_EQ(comparison.groups[1].operation, "decompress");
  std::vector<std::string> names;
  for (const Row& row : comparison.groups[1].rows) names.push_back(RowName(results, row));
  EXPECT_EQ(names,
            (std::vector<std::string>{"baseline", "patched", "cached", "both", "both vs cached", "floor", "A/A"}));
}

TEST(Compare, WhatThePatchSavesOnceCpuidIsCachedHasARowOfItsOwn) {
  FixtureOptions options;
  options.wall_ns = [](const Arm& arm, int run, int) {
    const double level = arm.name == "both" ? 900 : arm.name == "cached" ? 1000 : 2000;
    return level * (1 + 0.001 * (run % 3));
  };
  const Results results = MakeResults(options);
  const Comparison comparison = Compare(results).value();
  const Row& row = comparison.groups[0].rows[4];
  EXPECT_EQ(RowName(results, row), "both vs cached");
  EXPECT_NEAR(row.difference->percent, 10, 1e-9);
  EXPECT_NEAR(row.difference->delta_ns, 100, 0.2);
  EXPECT_EQ(row.difference->verdict, Verdict::kFaster);
}

TEST(Compare, EnginesAreComparedWithinAndBetween) {
  FixtureOptions options;
  options.engines = {"zstd-1.5.4", "candidate"};
  options.arms = {"baseline", "patched", "A/A"};
  options.operation_names = {"compress"};
  options.wall_ns = [](const Arm& arm, int run, int) {
    const double level = arm.engine == "candidate" ? 800 : 1000;
    return (arm.name == "patched" ? 0.9 : 1.0) * level * Wobble(run * (arm.engine == "candidate" ? 3 : 1));
  };
  const Results results = MakeResults(options);
  const Comparison comparison = Compare(results).value();
  ASSERT_EQ(comparison.groups.size(), 3u);
  EXPECT_EQ(comparison.groups[1].engine, "candidate");
  EXPECT_EQ(comparison.groups[1].reference_engine, "candidate");
  EXPECT_NEAR(RowOf(comparison, results, "patched", 1).difference->percent, 10, 0.5);
  const Group& between = comparison.groups[2];
  EXPECT_EQ(between.engine, "candidate");
  EXPECT_EQ(between.reference_engine, "zstd-1.5.4");
  ASSERT_EQ(between.rows.size(), 2u) << "the A/A copies of two engines are no control";
  EXPECT_NEAR(between.rows[0].difference->percent, 20, 0.5);
  EXPECT_EQ(between.rows[0].difference->verdict, Verdict::kFaster);
}

// A copy of a baseline that was not measured: next to the other engine's it would fail for what the engines differ by.
TEST(Compare, AControlOfAnEngineWithoutABaselineIsNone) {
  const Results results = WithoutBaselineOf("candidate");
  const Comparison comparison = Compare(results).value();
  const Group& group = comparison.groups.back();
  EXPECT_EQ(group.engine, "candidate");
  EXPECT_EQ(group.reference_engine, "zstd-1.5.4");
  EXPECT_FALSE(group.same_arms);
  const Row& copy = group.rows.back();
  EXPECT_EQ(results.arms[copy.arm].name, "A/A");
  EXPECT_EQ(copy.difference->verdict, Verdict::kUnresolved);
  EXPECT_EQ(RowOf(comparison, results, "A/A").difference->verdict, Verdict::kControlPassed);
}

TEST(Compare, OrderOfRunsAndRoundsInTheFileDoesNotMatter) {
  Results results = MakeResults();
  const Comparison before = Compare(results).value();
  std::swap(results.runs[0], results.runs[7]);
  std::swap(results.runs[2].rounds[0], results.runs[2].rounds[8]);
  const Comparison after = Compare(results).value();
  for (std::size_t i = 0; i < before.groups[0].rows.size(); ++i) {
    EXPECT_EQ(before.groups[0].rows[i].median_ns, after.groups[0].rows[i].median_ns);
    if (i == 0) continue;
    EXPECT_EQ(before.groups[0].rows[i].difference->log.p, after.groups[0].rows[i].difference->log.p);
  }
}

}  // namespace
}  // namespace firstbyte::report
