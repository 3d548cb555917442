// SPDX-License-Identifier: GPL-2.0-or-later
#include "report/whatif.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "report/comparison.h"
#include "report/round_means.h"
#include "report/testing.h"

namespace firstbyte::report {
namespace {

// Six runs of two rounds in which a request is a body of its own and its CPUIDs at `here_ns` each.
Results WithCpuidAt(double here_ns, const std::vector<std::string>& arms = {"baseline", "patched", "cached", "A/A"}) {
  FixtureOptions options;
  options.runs = 6;
  options.rounds = 2;
  options.arms = arms;
  options.wall_ns = [here_ns](const Arm& arm, int run, int round) {
    const double body = (arm.operation == "compress" ? 12000 : 900) * (1 + 0.001 * run + 0.0001 * round);
    const int cpuids = arm.probe == "cached" ? 0 : arm.policy == "eager" ? 4 : 2;
    return body + cpuids * here_ns;
  };
  return MakeResults(options);
}

ExitCost Cost(double here_ns, std::vector<double> others) { return {here_ns, "by the test", std::move(others)}; }

const WhatIfRow& RowOf(const WhatIf& whatif, const Results& results, const std::string& arm, std::size_t group = 0) {
  for (const WhatIfRow& row : whatif.groups.at(group).rows) {
    if (results.arms[row.arm].name == arm) return row;
  }
  ADD_FAILURE() << "no row " << arm;
  return whatif.groups[0].rows[0];
}

RC_GTEST_PROP(AtCost, IsExactWhereItWasMeasured, (double measured, double here)) {
  const int cpuids = *rc::gen::inRange(0, 100);
  RC_ASSERT(AtCost(measured, cpuids, here, here) == measured);
}

RC_GTEST_PROP(AtCost, IsMonotoneInTheCost, (double measured)) {
  const double low = *rc::gen::inRange(0, 1'000'000) / 16.0;
  const double high = low + *rc::gen::inRange(1, 1'000'000) / 16.0;
  const double here = *rc::gen::inRange(0, 1'000'000) / 16.0;
  const int cpuids = *rc::gen::inRange(0, 100);
  RC_ASSERT(AtCost(measured, cpuids, here, low) <= AtCost(measured, cpuids, here, high));
  RC_ASSERT(AtCost(measured, 0, here, high) == measured);
}

// The same of whole forecasts, over random levels of a CPUID.
RC_GTEST_PROP(Predict, IsExactMonotoneAndKeepsTheWidthOfIntervals, ()) {
  const double here = *rc::gen::inRange(1, 8000);
  const Results results = WithCpuidAt(here);
  const WhatIf whatif =
      Predict(results, Cost(here, {*rc::gen::inRange(0, 20000) / 2.0, *rc::gen::inRange(0, 20000) / 2.0})).value();
  const Comparison comparison = Compare(results).value();
  for (std::size_t g = 0; g < whatif.groups.size(); ++g) {
    for (const WhatIfRow& row : whatif.groups[g].rows) {
      const auto& of_compare = comparison.groups[g].rows;
      const auto measured =
          std::find_if(of_compare.begin(), of_compare.end(), [&row](const Row& r) { return r.arm == row.arm; });
      const auto here_at = std::find_if(row.forecasts.begin(), row.forecasts.end(),
                                        [](const Forecast& forecast) { return forecast.measured; });
      RC_ASSERT(here_at != row.forecasts.end());
      RC_ASSERT(here_at->time_ns == measured->median_ns);
      RC_ASSERT(here_at->delta_ns.has_value() == measured->difference.has_value());
      if (measured->difference) {
        RC_ASSERT(*here_at->delta_ns == measured->difference->delta_ns);
        RC_ASSERT(*here_at->percent == measured->difference->percent);
        RC_ASSERT(here_at->delta_interval->low == measured->difference->ns_interval->low);
        RC_ASSERT(here_at->delta_interval->high == measured->difference->ns_interval->high);
      }
      const double width = here_at->time_interval->high - here_at->time_interval->low;
      for (std::size_t i = 0; i < row.forecasts.size(); ++i) {
        const Forecast& forecast = row.forecasts[i];
        RC_ASSERT(std::abs(forecast.time_interval->high - forecast.time_interval->low - width) < 1e-6);
        RC_ASSERT(std::abs((forecast.time_interval->low - here_at->time_interval->low) -
                           (forecast.time_ns - here_at->time_ns)) < 1e-6);
        if (i == 0) continue;
        RC_ASSERT(row.forecasts[i - 1].cost_ns < forecast.cost_ns);
        RC_ASSERT(row.forecasts[i - 1].time_ns <= forecast.time_ns);
        RC_ASSERT(row.cpuids == 0 || row.forecasts[i - 1].time_ns < forecast.time_ns);
        RC_ASSERT(!forecast.delta_ns || *row.forecasts[i - 1].delta_ns <= *forecast.delta_ns);
      }
    }
  }
}

// Measured at one cost, predicted for another, and measured there: the model is exact where it holds.
TEST(Predict, WhatIsMeasuredWhereTheModelHolds) {
  const Results there = WithCpuidAt(625);
  const Comparison measured = Compare(there).value();
  const Results here = WithCpuidAt(6500);
  const WhatIf whatif = Predict(here, Cost(6500, {625})).value();
  for (std::size_t group : {0u, 1u}) {
    for (const Row& row : measured.groups[group].rows) {
      const std::string& name = there.arms[row.arm].name;
      if (name == kControlArm) continue;
      const Forecast& forecast = RowOf(whatif, here, name, group).forecasts.at(0);
      EXPECT_EQ(forecast.cost_ns, 625);
      EXPECT_FALSE(forecast.measured);
      EXPECT_NEAR(forecast.time_ns, row.median_ns, 0.01) << name;
      if (!row.difference) continue;
      EXPECT_NEAR(*forecast.delta_ns, row.difference->delta_ns, 0.01) << name;
      EXPECT_NEAR(*forecast.percent, row.difference->percent, 0.01) << name;
    }
  }
}

TEST(Predict, KnowsTheCpuidsOfEachArmAndLeavesTheControlOut) {
  const Results results = WithCpuidAt(100);
  const WhatIf whatif = Predict(results, Cost(100, {100, 50, 100})).value();
  ASSERT_EQ(whatif.groups[0].rows.size(), 3u);
  EXPECT_EQ(RowOf(whatif, results, "baseline").cpuids, 4);
  EXPECT_EQ(RowOf(whatif, results, "patched").cpuids, 2);
  EXPECT_EQ(RowOf(whatif, results, "patched").reference_cpuids, 4);
  EXPECT_EQ(RowOf(whatif, results, "cached").cpuids, 0);
  EXPECT_EQ(RowOf(whatif, results, "cached").forecasts.size(), 2u) << "each cost once";
  EXPECT_EQ(whatif.source, "by the test");
  EXPECT_EQ(whatif.clock_name, "CLOCK_MONOTONIC_RAW");
}

TEST(Predict, IntervalOfATimeIsOfItsRuns) {
  const Results results = WithCpuidAt(0, {"baseline", "patched"});
  const Forecast& forecast = RowOf(Predict(results, Cost(0, {})).value(), results, "baseline").forecasts.at(0);
  // Medians of the runs: 12000.6, 12012.6, ... 12060.6; with six runs, the interval is their range.
  EXPECT_NEAR(forecast.time_interval->low, 12000.6, 0.01);
  EXPECT_NEAR(forecast.time_interval->high, 12060.6, 0.01);
}

TEST(Predict, WithoutEnoughRunsThereAreNoIntervals) {
  FixtureOptions options;
  options.runs = 5;
  const Results results = MakeResults(options);
  const WhatIfRow row = RowOf(Predict(results, Cost(100, {50})).value(), results, "patched");
  EXPECT_EQ(row.no_interval, "5 runs cannot give a 95 % interval; it needs 6");
  EXPECT_FALSE(row.forecasts[0].time_interval);
  EXPECT_FALSE(row.forecasts[0].delta_interval);
  EXPECT_TRUE(row.forecasts[0].delta_ns);
}

TEST(Predict, ACostThatDoesNotFitIsRefused) {
  const Results results = WithCpuidAt(600);
  // A decompress takes 900 ns and 2,400 ns of CPUIDs: 4 x 830 is more than both.
  const auto refused = Predict(results, Cost(830, {100}));
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().code, ExitCode::kInvalid);
  EXPECT_EQ(refused.error().message,
            "4 CPUIDs of 830 ns do not fit into the 3,302 ns that a decompress of the arm \"baseline\" takes: a CPUID "
            "cost less where these results were measured.");
}

TEST(Predict, EnginesThatNobodyCountedAreLeftOut) {
  FixtureOptions options;
  options.engines = {"zstd-1.5.4", "candidate"};
  options.arms = {"baseline", "cached"};
  const Results results = MakeResults(options);
  const WhatIf whatif = Predict(results, Cost(100, {})).value();
  ASSERT_EQ(whatif.left_out.size(), 1u);
  EXPECT_EQ(whatif.left_out[0], "How many CPUIDs a context of the engine \"candidate\" executes is not known.");
  EXPECT_EQ(whatif.implied.size(), 2u) << "only of the engine that is known";
  for (const WhatIfGroup& group : whatif.groups) {
    for (const WhatIfRow& row : group.rows) {
      EXPECT_TRUE(group.engine != "candidate" || results.arms[row.arm].probe == "cached");
    }
  }
  options.arms = {"baseline"};
  options.engines = {"candidate"};
  const auto nothing = Predict(MakeResults(options), Cost(100, {}));
  ASSERT_FALSE(nothing);
  EXPECT_EQ(nothing.error().message,
            "Nothing can be predicted: How many CPUIDs a context of the engine \"candidate\" executes is not known.");
}

TEST(ImpliedCosts, AreWhatCachedSavesPerCpuid) {
  const Results results = WithCpuidAt(812);
  const auto implied = ImpliedCosts(results, Compare(results).value());
  ASSERT_EQ(implied.size(), 2u);
  EXPECT_EQ(implied[1].operation, "decompress");
  EXPECT_NEAR(implied[0].ns.value(), 812, 0.01);
  ASSERT_TRUE(implied[0].interval);
  EXPECT_LE(implied[0].interval->low, 813);
  const Results without = WithCpuidAt(812, {"baseline", "patched"});
  EXPECT_TRUE(ImpliedCosts(without, Compare(without).value()).empty());
}

// The medians of all rounds say 1,000 ns and the rounds' own differences 5,000: the interval is that of the latter.
TEST(ImpliedCosts, LieInTheirOwnInterval) {
  FixtureOptions options;
  options.runs = 6;
  options.rounds = 3;
  options.arms = {"baseline", "cached"};
  options.wall_ns = [](const Arm& arm, int run, int round) {
    const int at = round % 3;
    const double baseline = at == 2 ? 20000 : 10000;
    const double cached = (at == 0 ? 5000 : 9000) * (1 + 0.001 * (run % 6));
    return arm.probe == "cached" ? cached : baseline;
  };
  const Results results = MakeResults(options);
  const Comparison comparison = Compare(results).value();
  const Difference& difference = *comparison.groups.at(0).rows.at(1).difference;
  ASSERT_TRUE(difference.estimators_disagree);
  for (const ImpliedCost& cost : ImpliedCosts(results, comparison)) {
    ASSERT_TRUE(cost.interval);
    EXPECT_LT(difference.delta_ns / 4, cost.interval->low) << "the headlines' difference is outside";
    EXPECT_GE(cost.ns.value(), cost.interval->low);
    EXPECT_LE(cost.ns.value(), cost.interval->high);
  }
}

RC_GTEST_PROP(ImpliedCosts, LieInTheirOwnIntervalWhateverTheRunsAre, ()) {
  FixtureOptions options;
  options.runs = *rc::gen::inRange(6, 12);
  options.rounds = 2;
  options.arms = {"baseline", "cached"};
  const auto means = *rc::gen::container<std::vector<int>>(48, rc::gen::inRange(100, 100'000));
  options.wall_ns = [&means](const Arm& arm, int run, int round) {
    return means.at(static_cast<std::size_t>((run * 4 + round * 2 + (arm.probe == "cached" ? 1 : 0)) % 48));
  };
  const Results results = MakeResults(options);
  for (const ImpliedCost& cost : ImpliedCosts(results, Compare(results).value())) {
    RC_ASSERT(*cost.ns >= cost.interval->low - 1e-9);
    RC_ASSERT(*cost.ns <= cost.interval->high + 1e-9);
  }
}

// Somebody else's file may call any arm so: over no CPUID at all, a saving is no price.
TEST(ImpliedCosts, AreNoneWhereTheBaselineExecutesNoCpuid) {
  Results results = WithCpuidAt(812);
  for (Arm& arm : results.arms) {
    if (arm.name == "baseline" && arm.operation == "compress") arm.probe = "cached";
    if (arm.name == "baseline" && arm.operation == "decompress") arm.policy = "reuse";
  }
  const auto implied = ImpliedCosts(results, Compare(results).value());
  ASSERT_EQ(implied.size(), 2u);
  for (const ImpliedCost& cost : implied) {
    EXPECT_FALSE(cost.ns) << *cost.ns;
    EXPECT_FALSE(cost.interval);
    EXPECT_EQ(cost.no_interval, "The arm called baseline executes no more CPUIDs than cached, which so saves none.");
  }
}

TEST(Predict, RefusesWhatCompareRefuses) {
  Results results = WithCpuidAt(100);
  results.runs.pop_back();
  EXPECT_FALSE(Predict(results, Cost(100, {})));
  EXPECT_FALSE(Predict(WithCpuidAt(100, {"patched"}), Cost(100, {})));
}

}  // namespace
}  // namespace firstbyte::report
