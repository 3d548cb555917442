// SPDX-License-Identifier: GPL-2.0-or-later
#include "report/warnings.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "report/testing.h"

namespace firstbyte::report {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

std::vector<std::string> WarningsOf(const Results& results) {
  std::vector<std::string> sentences;
  for (const Warning& warning : Warnings(results, Compare(results).value())) sentences.push_back(warning.sentence);
  return sentences;
}

// No scatter but what the runs share, so that nothing is worth a warning.
FixtureOptions Calm() {
  FixtureOptions options;
  options.arms = {"baseline", "patched", "A/A"};
  options.operation_names = {"compress"};
  options.wall_ns = [](const Arm& arm, int run, int) { return (arm.name == "patched" ? 900 : 1000) + run % 3; };
  return options;
}

TEST(Warnings, NothingToSay) { EXPECT_THAT(WarningsOf(MakeResults(Calm())), IsEmpty()); }

TEST(Warnings, EmulatedCpu) {
  Results results = MakeResults(Calm());
  results.context.accel = "tcg";
  EXPECT_THAT(
      WarningsOf(results),
      ElementsAre(
          "The CPU was emulated (TCG): these times say nothing about a real one and compare with nothing else."));
}

// Report R13: said, and nothing given up for it.
TEST(Warnings, CountersThatRanForLessThanNineTenthsOfTheTime) {
  FixtureOptions options = Calm();
  options.counters = true;
  Results results = MakeResults(options);
  EXPECT_THAT(WarningsOf(results), IsEmpty());
  Sample& sample = results.runs[3].rounds[4].samples[1];
  sample.counters_permille = 900;
  EXPECT_THAT(WarningsOf(results), IsEmpty());
  sample.counters_permille = 521;
  EXPECT_THAT(WarningsOf(results),
              ElementsAre("In some block the CPU's counters ran for only 52.1% of the time, as others had them: "
                          "instructions and cycles are estimates there."));
}

TEST(Warnings, MissingControl) {
  FixtureOptions options = Calm();
  options.arms = {"baseline", "patched"};
  EXPECT_THAT(WarningsOf(MakeResults(options)),
              ElementsAre("No A/A arm was measured, so nothing here shows what two equal arms would differ by."));
}

TEST(Warnings, FailedControl) {
  FixtureOptions options = Calm();
  options.wall_ns = [](const Arm& arm, int run, int) { return (arm.name == "A/A" ? 1020 : 1000) + run % 3; };
  EXPECT_THAT(WarningsOf(MakeResults(options)),
              ElementsAre("The A/A control of compress baseline FAILED: two copies of the baseline differ by 2.0% (p "
                          "= 0.00049), so trust no delta of "
                          "that size."));
}

// What p is of, and not what the pooled medians differ by: the copy is 2 % slower in two rounds of three, and by the
// medians of all rounds 8 % faster.
TEST(Warnings, AFailedControlIsAsFarOffAsItsPairsAre) {
  FixtureOptions options = Calm();
  options.operations = 1'000'000;
  options.rounds = 3;
  options.wall_ns = [](const Arm& arm, int, int round) {
    const double baseline[3] = {900, 1000, 1020};
    const double copy[3] = {918, 1020, 900};
    return arm.name == "A/A" ? copy[round] : baseline[round];
  };
  const auto sentences = WarningsOf(MakeResults(options));
  ASSERT_FALSE(sentences.empty());
  EXPECT_THAT(sentences[0], HasSubstr("differ by 2.0% (p = 0.00049)"));
}

TEST(Warnings, OnlyAFailedControlAndAnEmulatedCpuAreSerious) {
  FixtureOptions options = Calm();
  options.wall_ns = [](const Arm& arm, int run, int) { return (arm.name == "A/A" ? 1020 : 1000) + run % 3; };
  Results results = MakeResults(options);
  results.context.accel = "tcg";
  results.runs[3].processes.push_back(results.runs[3].processes[0]);
  const auto warnings = Warnings(results, Compare(results).value());
  ASSERT_EQ(warnings.size(), 3u);
  EXPECT_TRUE(warnings[0].serious);
  EXPECT_TRUE(warnings[1].serious);
  EXPECT_FALSE(warnings[2].serious) << warnings[2].sentence;
}

TEST(Warnings, TooFewRuns) {
  FixtureOptions options = Calm();
  options.runs = 5;
  EXPECT_THAT(WarningsOf(MakeResults(options)),
              ElementsAre("5 runs cannot give a 95 % interval, so no delta is resolved; measure at least 6 runs."));
  options.runs = 1;
  EXPECT_THAT(WarningsOf(MakeResults(options)),
              ElementsAre("1 run cannot give a 95 % interval, so no delta is resolved; measure at least 6 runs."));
}

TEST(Warnings, ResumedRuns) {
  Results results = MakeResults(Calm());
  results.runs[3].processes.push_back(results.runs[3].processes[0]);
  EXPECT_THAT(WarningsOf(results), ElementsAre("1 of 12 runs were interrupted and resumed in another process."));
}

TEST(Warnings, ExtendedMeasurements) {
  Results results = MakeResults(Calm());
  results.protocol.extended_from_runs = 6;
  EXPECT_THAT(WarningsOf(results), ElementsAre("Extended from 6 to 12 runs: whoever looked at the first 6 must test at "
                                               "less than 5 % now, as `gate` does at each planned look."));
}

TEST(Warnings, ConditionsThatChanged) {
  Results results = MakeResults(Calm());
  const EnvironmentCheck governor{"governor", "schedutil", "warning", "It moves."};
  results.runs[3].processes[0].changed_conditions = {governor, {"kernel", "6.2", "ok", ""}};
  results.runs[4].processes[0].changed_conditions = {governor};
  EXPECT_THAT(WarningsOf(results),
              ElementsAre("After it was resumed or extended, it was measured under other conditions than those "
                          "shown: governor: schedutil; kernel: 6.2."));
}

TEST(Warnings, EstimatorsThatDisagree) {
  FixtureOptions options = Calm();
  options.rounds = 3;
  options.wall_ns = [](const Arm& arm, int run, int round) {
    const double level = 1000.0 + 100 * run;
    return arm.name != "patched" ? level : round == 0 ? 3 * level : (0.99 + 0.0001 * run) * level;
  };
  EXPECT_THAT(WarningsOf(MakeResults(options)),
              ElementsAre(HasSubstr("believe the interval: compress patched."), HasSubstr("The runs disagree")));
}

TEST(Warnings, OfMediansThatDifferTheWorstIsNamedAndEachArmCountsOnce) {
  FixtureOptions options = Calm();
  options.runs = 6;
  options.rounds = 3;
  options.engines = {"zstd-1.5.4", "candidate"};
  options.wall_ns = [](const Arm& arm, int run, int round) {
    const double skewed[3] = {99, 100, 105};
    return arm.name == "baseline" && arm.engine == "candidate" ? skewed[round] + (run > 2 ? 3 : 0) : 100.0;
  };
  EXPECT_THAT(
      WarningsOf(MakeResults(options)),
      ::testing::Contains("The runs disagree: in 1 of 6 arms the median of their medians differs by more than 0.1 % "
                          "from that of all rounds, most in compress baseline of candidate, by 1.0%."));
}

TEST(Warnings, WallTimeThatOthersHadIsSaidOfWallTimeAlone) {
  Results results = MakeResults(Calm());
  for (auto& run : results.runs) {
    for (Round& round : run.rounds) {
      for (Sample& sample : round.samples) sample.cpu_ns = sample.wall_ns * 9 / 10;
    }
  }
  EXPECT_THAT(
      WarningsOf(results),
      ElementsAre("The measuring thread had the CPU for only 90.0% of the wall time; --clock=cpu (of a gate: its "
                  "policy's clock) shows its own time."));
  EXPECT_THAT(Warnings(results, Compare(results, Clock::kThreadCpu).value()), IsEmpty());
}

TEST(Warnings, RoundsThatLackTheClockAreCounted) {
  Results results = MakeResults(Calm());
  results.runs[1].rounds[0].samples[0].cpu_ns.reset();
  results.not_measured["cpu_ns"] = "The clock went back.";
  EXPECT_THAT(WarningsOf(results), IsEmpty()) << "the wall clock has them all";
  const auto warnings = Warnings(results, Compare(results, Clock::kThreadCpu).value());
  ASSERT_EQ(warnings.size(), 1u);
  EXPECT_THAT(warnings[0].sentence,
              ::testing::MatchesRegex(
                  "1 of [0-9]+ rounds are not in these tables, for lack of thread CPU time: The clock went back."));
}

}  // namespace
}  // namespace firstbyte::report
