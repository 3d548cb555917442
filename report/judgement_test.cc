// SPDX-License-Identifier: GPL-2.0-or-later
#include "report/judgement.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <string>

#include "report/testing.h"

namespace firstbyte::report {
namespace {

using ::testing::HasSubstr;

// Between -1 and 1, as if at random.
double Wave(const std::string& arm, int run, int round) {
  std::uint64_t state = 14'695'981'039'346'656'037u;
  for (const char c : arm + std::to_string(run) + "." + std::to_string(round))
    state = (state ^ static_cast<unsigned char>(c)) * 1'099'511'628'211u;
  return static_cast<double>((state >> 20) % 2001) / 1000 - 1;
}

// Two engines whose arms differ by `slower_percent` and scatter by some tenths of a percent; arms and rounds of their
// own.
FixtureOptions TwoEngines(double slower_percent, double scatter_percent = 0.3, int runs = 12) {
  FixtureOptions options;
  options.runs = runs;
  options.rounds = 3;
  options.arms = {"baseline", "patched", "A/A"};
  options.engines = {"zstd-1.5.4", "candidate"};
  options.operations = 1'000'000;
  options.wall_ns = [=](const Arm& arm, int run, int round) {
    const bool candidate = arm.engine == "candidate";
    const double level = arm.operation == "compress" ? 20'000 : 4'000;
    const double scatter = scatter_percent / 100 * Wave(arm.engine + arm.name + arm.operation, run, round);
    return level * (1 + (candidate ? slower_percent / 100 : 0)) * (1 + scatter);
  };
  return options;
}

Judgement JudgeOf(const FixtureOptions& options, const Policy& policy = {}) {
  const auto judgement = Judge(MakeResults(options), policy);
  EXPECT_TRUE(judgement) << judgement.error().message;
  return judgement.value_or(Judgement());
}

TEST(Judge, CallsWhatIsSlowerByTheMarginRegressed) {
  const Judgement judgement = JudgeOf(TwoEngines(4));
  EXPECT_EQ(judgement.verdict, GateVerdict::kRegressed) << judgement.sentence;
  ASSERT_EQ(judgement.rows.size(), 4u) << "two arms of two operations; the control judges, and is not judged";
  const RowJudgement& row = judgement.rows[0];
  EXPECT_EQ(row.verdict, GateVerdict::kRegressed);
  EXPECT_NEAR(row.change_percent, 4, 0.5);
  ASSERT_TRUE(row.interval_percent);
  EXPECT_LT(row.interval_percent->low, row.change_percent);
  EXPECT_EQ(row.margin_percent, 2);
  EXPECT_GE(row.adjusted_p, row.p);
  EXPECT_THAT(row.sentence, HasSubstr("slower by the margin of 2% or more"));
  EXPECT_THAT(row.sentence, HasSubstr("compress baseline of candidate against that of zstd-1.5.4: time +"));
  EXPECT_THAT(judgement.sentence, HasSubstr("4 of 4 rows regressed."));
  EXPECT_EQ(judgement.look.alpha, 0.01);
}

TEST(Judge, CallsWhatIsFasterImproved) {
  const Judgement judgement = JudgeOf(TwoEngines(-5));
  EXPECT_EQ(judgement.verdict, GateVerdict::kImproved) << judgement.sentence;
  EXPECT_THAT(judgement.rows[0].sentence, HasSubstr("faster by the margin"));
}

TEST(Judge, CallsAChangeThatIsExcludedEquivalent) {
  const Judgement judgement = JudgeOf(TwoEngines(0));
  EXPECT_EQ(judgement.verdict, GateVerdict::kEquivalent) << judgement.sentence;
  EXPECT_THAT(judgement.sentence, HasSubstr("4 rows passed: 4 equivalent, 0 improved."));
}

// Slower for certain, but by less than anybody asked about.
TEST(Judge, ASmallChangeThatIsCertainIsNoRegression) {
  const Judgement judgement = JudgeOf(TwoEngines(1));
  EXPECT_EQ(judgement.verdict, GateVerdict::kEquivalent) << judgement.sentence;
  EXPECT_GT(judgement.rows[0].interval_percent->low, 0);
}

TEST(Judge, LeavesOpenWhatItCannotTellAndSaysWhatToDo) {
  const Judgement judgement = JudgeOf(TwoEngines(1.8, 6));
  EXPECT_EQ(judgement.verdict, GateVerdict::kInconclusive) << judgement.sentence;
  EXPECT_THAT(judgement.sentence, HasSubstr("go on to 24 runs, the next planned look"));
  ASSERT_TRUE(judgement.next_look);
  EXPECT_EQ(judgement.next_look->runs, 24);
  const Judgement last = JudgeOf(TwoEngines(1.8, 16, 48));
  EXPECT_EQ(last.verdict, GateVerdict::kInconclusive) << last.sentence;
  EXPECT_THAT(last.sentence,
              HasSubstr("the last planned look is done: of 2 the A/A control shows more than the margin without any "
                        "change; of 2 the margin is finer than this machine can tell."));
}

TEST(Judge, LooksOnlyWhenItWasPlanned) {
  const Judgement judgement = JudgeOf(TwoEngines(4, 0.3, 13));
  EXPECT_EQ(judgement.verdict, GateVerdict::kInvalid);
  EXPECT_THAT(judgement.sentence, HasSubstr("plans to look after 12, 24 and 48 runs, and these results have 13"));
  Policy few;
  few.looks = {{5, 0.05}};
  EXPECT_THAT(JudgeOf(TwoEngines(4, 0.3, 5), few).sentence, HasSubstr("5 runs give no interval at 95 %; it needs 6"));
}

TEST(Judge, JudgesNothingWithoutAControlOrOnAnEmulatedCpu) {
  FixtureOptions options = TwoEngines(4);
  options.arms = {"baseline", "patched"};
  EXPECT_THAT(JudgeOf(options).sentence, HasSubstr("There is no A/A arm of compress"));
  Results emulated = MakeResults(TwoEngines(4));
  emulated.context.accel = "tcg";
  const auto judgement = Judge(emulated, {});
  ASSERT_TRUE(judgement);
  EXPECT_EQ(judgement->verdict, GateVerdict::kInvalid);
  EXPECT_THAT(judgement->sentence, HasSubstr("emulated"));
}

// What a report warns of, whoever reads the gate's summary alone must know, too.
TEST(Judge, KeepsWhatTheComparisonWarnsOf) {
  const auto said = [](const Judgement& judgement, const char* what) {
    return std::count_if(judgement.warnings.begin(), judgement.warnings.end(),
                         [what](const Warning& warning) { return warning.sentence.find(what) != std::string::npos; });
  };
  Results results = MakeResults(TwoEngines(0));
  Process again = results.runs[3].processes[0];
  again.changed_conditions = {{"governor", "powersave", "warning", "Slow."}};
  results.runs[3].processes.push_back(again);
  const auto judgement = Judge(results, {});
  ASSERT_TRUE(judgement) << judgement.error().message;
  EXPECT_EQ(judgement->verdict, GateVerdict::kEquivalent);
  EXPECT_EQ(said(*judgement, "1 of 12 runs were interrupted and resumed"), 1);
  EXPECT_EQ(said(*judgement, "under other conditions than those shown: governor: powersave"), 1);
  results.context.accel = "tcg";
  const auto emulated = Judge(results, {});
  ASSERT_TRUE(emulated);
  EXPECT_THAT(emulated->sentence, HasSubstr("emulated"));
  EXPECT_EQ(said(*emulated, "emulated"), 0) << "it is the sentence already";
  EXPECT_EQ(said(*emulated, "resumed in another process"), 1);
}

TEST(Judge, AControlThatFailedMakesItInvalid) {
  FixtureOptions options = TwoEngines(0);
  const MeanNs plain = options.wall_ns;
  options.wall_ns = [plain](const Arm& arm, int run, int round) {
    return plain(arm, run, round) * (arm.name == "A/A" ? 1.05 : 1);
  };
  const Judgement judgement = JudgeOf(options);
  EXPECT_EQ(judgement.verdict, GateVerdict::kInvalid);
  EXPECT_THAT(judgement.sentence, HasSubstr("FAILED"));
  EXPECT_TRUE(judgement.rows.empty());
}

// Times of the copy of the baseline that are 8 % off in two runs of three, one way or the other: no failure, and more
// than any margin.
FixtureOptions WithAWildControl(double slower_percent) {
  FixtureOptions options = TwoEngines(slower_percent);
  const MeanNs plain = options.wall_ns;
  options.wall_ns = [plain](const Arm& arm, int run, int round) {
    const double wild = arm.name != "A/A" || run % 3 == 0 ? 1 : run % 2 == 0 ? 1.12 : 0.96;
    return plain(arm, run, round) * wild;
  };
  return options;
}

TEST(Judge, CallsNothingRegressedThatNoChangeLooksLike) {
  const Judgement judgement = JudgeOf(WithAWildControl(2.5));
  ASSERT_FALSE(judgement.rows.empty()) << judgement.sentence;
  const RowJudgement& row = judgement.rows[0];
  EXPECT_GT(row.control_percent, row.change_percent);
  EXPECT_EQ(row.margin_percent, 2) << "the policy's own";
  EXPECT_EQ(row.verdict, GateVerdict::kInconclusive) << row.sentence;
  EXPECT_THAT(row.sentence, HasSubstr("the A/A control shows"));
}

// After the last look the reason is the rows' own: not every open question is one of the machine's scatter.
TEST(Judge, SaysWhyRowsAreStillOpen) {
  Policy policy;
  policy.looks = {{12, 0.05}};
  const Judgement near = JudgeOf(TwoEngines(1.95), policy);
  EXPECT_EQ(
      near.sentence,
      "2 of 4 rows are open, and the last planned look is done: of 2 the change is about as large as the margin.");
  EXPECT_THAT(near.rows[0].sentence, HasSubstr("neither inside nor clearly beyond the margin of 2%"));
  EXPECT_EQ(JudgeOf(WithAWildControl(2.5), policy).sentence,
            "2 of 4 rows are open, and the last planned look is done: of 2 the A/A control shows more than the margin "
            "without any change.");
  FixtureOptions both = TwoEngines(1.95);
  const MeanNs plain = both.wall_ns;
  both.wall_ns = [plain](const Arm& arm, int run, int round) {
    const bool scatters = arm.engine == "candidate" && arm.name == "patched";
    return plain(arm, run, round) * (scatters ? 1 + 0.15 * Wave(arm.operation, run, 0) : 1);
  };
  const Judgement mixed = JudgeOf(both, policy);
  EXPECT_EQ(mixed.sentence,
            "3 of 4 rows are open, and the last planned look is done: of 2 the margin is finer than this machine can "
            "tell; of 1 the change is about as large as the margin.");
  EXPECT_THAT(mixed.rows[1].sentence, HasSubstr("the interval is too wide for the margin of 2%"));
}

// But a change that is certain and beyond the margin never passes, however wild the control is.
TEST(Judge, AWildControlDoesNotMakeAChangeEquivalent) {
  for (const double slower : {2.5, 3.0, 4.0, 8.0}) {
    const Judgement judgement = JudgeOf(WithAWildControl(slower));
    for (const RowJudgement& row : judgement.rows) {
      if (row.row.starts_with("compress")) {
        EXPECT_NE(row.verdict, GateVerdict::kEquivalent) << row.sentence;
      }
    }
  }
}

// The smallest p value of 12 runs, times the rows, must be able to fall below alpha.
TEST(Judge, SaysWhenSoFewRunsCannotTellOfSoManyRows) {
  Policy policy;
  policy.looks = {{6, 0.05}};
  EXPECT_THAT(JudgeOf(TwoEngines(100, 0.1, 6), policy).sentence,
              HasSubstr("6 runs cannot show a regression among 4 rows at an alpha of 0.05; it takes 8"));
}

// Rows of the same code are not tested, so that they take nothing from the others.
TEST(Judge, CountsTheRowsThatAreTested) {
  FixtureOptions options = TwoEngines(4, 0.3, 10);
  options.arms = {"baseline", "cached", "A/A"};
  const auto judge = [](const FixtureOptions& of, double alpha) {
    Results results = MakeResults(of);
    for (EngineRecord& engine : results.context.engines) {
      if (engine.probe == "cached") engine.text_sha256 = engine.data_sha256 = std::string(64, '3');
    }
    Policy policy;
    policy.looks = {{of.runs, alpha}};
    return Judge(results, policy).value();
  };
  // Of 10 runs the smallest p value is 2/1024: times 4 it is 0.0078, times 2 it is 0.0039.
  const Judgement judgement = judge(options, 0.005);
  ASSERT_EQ(judgement.rows.size(), 4u) << judgement.sentence;
  EXPECT_TRUE(judgement.rows[1].same_code);
  EXPECT_EQ(judgement.rows[0].verdict, GateVerdict::kRegressed) << judgement.rows[0].sentence;
  EXPECT_THAT(judge(options, 0.003).sentence,
              HasSubstr("10 runs cannot show a regression among 2 rows at an alpha of 0.003; it takes 11"));
}

// With 8 runs and two controls no control can fail: that one passed says nothing.
TEST(Judge, AControlThatCannotFailIsNone) {
  Policy policy;
  policy.looks = {{8, 0.05}};
  EXPECT_THAT(JudgeOf(TwoEngines(4, 0.3, 8), policy).sentence, HasSubstr("The A/A control of compress did not pass"));
}

TEST(Judge, EachOperationNeedsAControl) {
  Results results = MakeResults(TwoEngines(0));
  for (Arm& arm : results.arms) {
    if (arm.name == "A/A" && arm.operation == "decompress") arm.name = "floor";
  }
  const auto judgement = Judge(results, {});
  ASSERT_TRUE(judgement);
  EXPECT_THAT(judgement->sentence, HasSubstr("no A/A arm of decompress"));
}

// Its arms are compared with another arm of another engine, which is no change that a patch made.
TEST(Judge, AnEngineWithoutABaselineMakesItInvalid) {
  const auto judgement = Judge(WithoutBaselineOf("candidate"), {});
  ASSERT_TRUE(judgement);
  EXPECT_EQ(judgement->verdict, GateVerdict::kInvalid);
  EXPECT_EQ(
      judgement->sentence,
      "No compress baseline of candidate was measured, and patched of candidate against baseline of zstd-1.5.4 is "
      "not one arm before and after a change.");
}

TEST(Judge, WithOneEngineComparesWithTheBaseline) {
  FixtureOptions options = TwoEngines(0);
  options.engines = {"zstd-1.5.4"};
  options.arms = {"baseline", "patched", "both", "cached", "A/A"};
  const Judgement judgement = JudgeOf(options);
  ASSERT_EQ(judgement.rows.size(), 6u);
  EXPECT_EQ(judgement.rows[0].row, "compress patched");
  Policy policy;
  policy.arms = {"patched"};
  EXPECT_EQ(JudgeOf(options, policy).rows.size(), 2u);
  options.arms = {"baseline", "A/A"};
  EXPECT_THAT(JudgeOf(options).sentence, HasSubstr("no arm to judge"));
}

// An arm that nobody measured is no arm that passed.
TEST(Judge, EveryArmOfThePolicyMustHaveARow) {
  FixtureOptions options = TwoEngines(0);
  options.engines = {"zstd-1.5.4"};
  Policy policy;
  policy.arms = {"patched", "floor"};
  const Judgement within = JudgeOf(options, policy);
  EXPECT_EQ(within.verdict, GateVerdict::kInvalid);
  EXPECT_EQ(
      within.sentence,
      "There is no row of compress floor, decompress floor, which the policy names; measure it, or leave it out.");
  policy.arms = {"patched", "baseline"};
  EXPECT_THAT(JudgeOf(options, policy).sentence, HasSubstr("no row of compress baseline, decompress baseline, which"));
  policy.arms = {"baseline", "floor"};
  EXPECT_EQ(JudgeOf(TwoEngines(0), policy).sentence,
            "There is no row of compress floor of candidate, decompress floor of candidate against zstd-1.5.4; each "
            "engine must have the arms that are judged, and the baseline.");
  policy.arms = {"baseline", "patched"};
  EXPECT_EQ(JudgeOf(TwoEngines(0), policy).rows.size(), 4u);
}

// Of two engines an arm of either is to be judged, whatever the policy names.
TEST(Judge, AnArmThatOneEngineLacksIsInvalid) {
  const auto without = [](const char* engine, const char* operation, const char* name) {
    Results results = MakeResults(TwoEngines(0));
    for (Arm& arm : results.arms) {
      if (arm.engine == engine && arm.operation == operation && arm.name == name) arm.name = "both";
    }
    const auto judgement = Judge(results, {});
    EXPECT_TRUE(judgement) << judgement.error().message;
    return judgement ? judgement->sentence : "";
  };
  EXPECT_THAT(without("zstd-1.5.4", "compress", "patched"),
              HasSubstr("no row of compress both of candidate, compress patched of candidate against zstd-1.5.4"));
  EXPECT_THAT(without("candidate", "decompress", "patched"), HasSubstr("decompress patched of candidate"));
  EXPECT_THAT(without("candidate", "decompress", "baseline"), HasSubstr("decompress baseline of candidate"));
}

TEST(Judge, TakesTheQuieterClockAndSaysSo) {
  FixtureOptions options = TwoEngines(4);
  const Judgement plain = JudgeOf(options);
  EXPECT_EQ(plain.clock, Clock::kWall);
  Results noisy = MakeResults(options);
  for (report::Run& run : noisy.runs) {
    for (report::Round& round : run.rounds) {
      for (Sample& sample : round.samples) sample.wall_ns += sample.wall_ns / 10 * ((run.run * 5 + sample.arm * 3) % 7);
    }
  }
  const auto judgement = Judge(noisy, {});
  ASSERT_TRUE(judgement);
  EXPECT_EQ(judgement->clock, Clock::kThreadCpu);
  EXPECT_THAT(judgement->clock_reason, HasSubstr("times as much between runs"));
  EXPECT_EQ(judgement->verdict, GateVerdict::kRegressed) << judgement->sentence;
  Policy wall;
  wall.clock = GateClock::kWall;
  EXPECT_EQ(Judge(noisy, wall)->clock, Clock::kWall);
}

TEST(Judge, WantsAMarginForEachRow) {
  Policy policy;
  policy.margins_percent = {{"compress", 2}};
  const auto judgement = Judge(MakeResults(TwoEngines(0)), policy);
  ASSERT_FALSE(judgement);
  EXPECT_THAT(judgement.error().message, HasSubstr("no margin for decompress"));
}

}  // namespace
}  // namespace firstbyte::report
