// SPDX-License-Identifier: GPL-2.0-or-later
#include "report/calibration_experiment.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <string>
#include <vector>

#include "base/random.h"
#include "report/comparison.h"
#include "report/testing.h"

namespace firstbyte::report {
namespace {

using ::testing::DoubleNear;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

FixtureOptions Controls() {
  FixtureOptions options;
  options.arms = {"baseline", "A/A"};
  options.operations = 1'000'000;  // so that rounding to whole nanoseconds does not show
  return options;
}

Results Header() {
  Results header = MakeResults(Controls());
  header.runs.clear();
  return header;
}

CalibrationOutcome Outcome(double p, std::vector<double> runs, double estimate = 0) {
  CalibrationOutcome outcome{"compress", "wall", p, estimate, std::move(runs), 0.5};
  return outcome;
}

CalibrationExperiment Experiment(int number, CalibrationOutcome outcome) {
  return {number, "2026-11-30T12:00:00Z", 7, {}, {std::move(outcome)}};
}

TEST(CalibrationExperiment, SaysWhatTheComparisonSays) {
  const Results results = MakeResults(Controls());
  const auto outcomes = JudgeExperiment(results);
  ASSERT_TRUE(outcomes) << outcomes.error().message;
  ASSERT_EQ(outcomes->size(), 4u);
  const Comparison comparison = Compare(results, Clock::kWall).value();
  const Difference& difference = *comparison.groups[0].rows[1].difference;
  const CalibrationOutcome& first = outcomes->front();
  EXPECT_EQ(first.operation, "compress");
  EXPECT_EQ(first.clock, "wall");
  EXPECT_EQ(first.p, difference.log.p);
  EXPECT_DOUBLE_EQ(first.estimate_percent, -100 * difference.log.mean);
  EXPECT_EQ(first.runs_percent.size(), 12u);
  EXPECT_EQ(first.intraclass_correlation, difference.evidence.variance->intraclass_correlation);
  EXPECT_EQ((*outcomes)[2].clock, "cpu");
  EXPECT_EQ((*outcomes)[3].operation, "decompress");
}

TEST(CalibrationExperiment, PositiveIsASlowerCopy) {
  FixtureOptions options = Controls();
  options.wall_ns = [](const Arm& arm, int, int) { return arm.name == "A/A" ? 1010.0 : 1000.0; };
  const auto outcomes = JudgeExperiment(MakeResults(options));
  ASSERT_TRUE(outcomes) << outcomes.error().message;
  EXPECT_NEAR(outcomes->front().estimate_percent, 100 * std::log(1.01), 1e-4);
}

TEST(CalibrationExperiment, NeedsACopy) {
  FixtureOptions options = Controls();
  options.arms = {"baseline", "patched"};
  EXPECT_THAT(JudgeExperiment(MakeResults(options)).error().message, HasSubstr("without an A/A arm"));
}

TEST(CalibrationExperiment, LeavesOutAClockThatWasNotMeasured) {
  Results results = MakeResults(Controls());
  for (Round& round : results.runs[3].rounds) round.samples[0].cpu_ns.reset();
  results.not_measured["cpu_ns"] = "The test took it away.";
  const auto outcomes = JudgeExperiment(results);
  ASSERT_TRUE(outcomes) << outcomes.error().message;
  EXPECT_EQ(outcomes->size(), 2u);
  EXPECT_EQ(outcomes->back().clock, "wall");
}

TEST(CalibrationExperiment, SummarisesScatterByHand) {
  // Variances 1 and 9 (n - 1), so s_D is sqrt(5). All values: -3 -1 0 0 1 3, median 0, deviations 0 0 1 1 3 3.
  const Calibration calibration = SummariseExperiments(
      MakeResults(), {Experiment(0, Outcome(0.25, {-1, 0, 1}, 0)), Experiment(1, Outcome(0.5, {-3, 0, 3}, 0.2))});
  EXPECT_EQ(calibration.experiments, 2);
  EXPECT_TRUE(calibration.header.runs.empty());
  ASSERT_EQ(calibration.rows.size(), 1u);
  const CalibrationRow& row = calibration.rows[0];
  EXPECT_THAT(row.p_values, ElementsAre(0.25, 0.5));
  EXPECT_THAT(row.estimates_percent, ElementsAre(0, 0.2));
  EXPECT_DOUBLE_EQ(row.deviation_percent, std::sqrt(5));
  EXPECT_DOUBLE_EQ(row.robust_deviation_percent, 1.4826);
  EXPECT_THAT(*row.intraclass_correlation, DoubleNear(0.5, 1e-12));
}

TEST(CalibrationExperiment, SaysOnceWhatChanged) {
  CalibrationExperiment resumed = Experiment(1, Outcome(0.5, {1, 2, 3}));
  resumed.changed_conditions = {{"load average", "3.1", "warning", "Busy."}};
  const Calibration calibration =
      SummariseExperiments(MakeResults(), {Experiment(0, Outcome(0.25, {1, 2, 3})), resumed, resumed});
  EXPECT_THAT(calibration.changed_conditions, ElementsAre("load average: 3.1"));
}

TEST(CalibrationExperiment, RowsAreThoseThatAnyExperimentHas) {
  CalibrationExperiment second = Experiment(1, Outcome(0.5, {1, 2, 3}));
  second.outcomes.push_back(second.outcomes[0]);
  second.outcomes[1].clock = "cpu";
  const Calibration calibration =
      SummariseExperiments(MakeResults(), {Experiment(0, Outcome(0.25, {1, 2, 3})), second});
  ASSERT_EQ(calibration.rows.size(), 2u);
  EXPECT_EQ(calibration.rows[0].p_values.size(), 2u);
  EXPECT_EQ(calibration.rows[1].clock, "cpu");
  EXPECT_EQ(calibration.rows[1].p_values.size(), 1u);
}

// Of a machine whose rounds scatter by a percent, and on which the copy is slower or faster by `bias` in all runs of an
// experiment: as where a place in memory outlives the processes.
Calibration Simulate(int experiments, double bias) {
  SplitMix64 random(7);
  const auto uniform = [&random] { return static_cast<double>(random.Next() >> 11) * 0x1p-53; };
  FixtureOptions options = Controls();
  options.rounds = 3;
  std::vector<CalibrationExperiment> all;
  for (int number = 0; number < experiments; ++number) {
    const double shift = (uniform() < 0.5 ? -1 : 1) * bias;
    options.wall_ns = [&](const Arm& arm, int, int) {
      return 1000 * (1 + (arm.name == "A/A" ? shift : 0) + 0.01 * (uniform() - 0.5));
    };
    all.push_back({number, "2026-11-30T12:00:00Z", 7, {}, JudgeExperiment(MakeResults(options)).value()});
  }
  return SummariseExperiments(Header(), all);
}

TEST(CalibrationExperiment, TellsAMachineThatKeepsItsRateFromOneThatCannot) {
  for (const CalibrationRow& row : Simulate(200, 0).rows) {
    const FalseAlarms alarms = CountFalseAlarms(row);
    EXPECT_NE(StateOf(alarms), RateState::kCannotHold) << row.operation << row.clock << alarms.false_positives;
    EXPECT_GT(alarms.interval.high, kNominalRate) << "a test that is never wrong tests nothing";
    // Each uniform over a percent, so the difference of two has 0.41 %, and the median of three of these 0.29 %.
    EXPECT_NEAR(row.deviation_percent, 0.287, 0.02);
  }
  for (const CalibrationRow& row : Simulate(40, 0.005).rows)
    EXPECT_EQ(StateOf(CountFalseAlarms(row)), RateState::kCannotHold) << row.operation << row.clock;
}

TEST(CalibrationExperiment, GoesThroughItsLine) {
  const CalibrationExperiment experiment = Experiment(3, Outcome(0.0004882812, {0.1, -0.30000000000000004}, -0.1));
  const std::string line = ExperimentToJson(experiment);
  EXPECT_EQ(line.find('\n'), std::string::npos);
  const auto read = ExperimentFromJson(line, "Line 5", 2);
  ASSERT_TRUE(read) << read.error().message;
  EXPECT_EQ(read->experiment, 3);
  EXPECT_EQ(read->seed, 7u);
  EXPECT_EQ(read->outcomes[0].p, experiment.outcomes[0].p);
  EXPECT_EQ(read->outcomes[0].runs_percent, experiment.outcomes[0].runs_percent);
}

TEST(CalibrationExperiment, RefusesWhatCannotBe) {
  const auto refuses = [](const CalibrationExperiment& experiment, const char* why) {
    const auto read = ExperimentFromJson(ExperimentToJson(experiment), "Line 5", 2);
    ASSERT_FALSE(read) << why;
    EXPECT_EQ(read.error().code, ExitCode::kInvalid);
    EXPECT_THAT(read.error().message, HasSubstr("Line 5"));
    EXPECT_THAT(read.error().message, HasSubstr(why));
  };
  refuses(Experiment(0, Outcome(0, {1, 2})), "a p value of 0");
  refuses(Experiment(0, Outcome(1.5, {1, 2})), "a p value of 1.5");
  refuses(Experiment(0, Outcome(0.5, {1, 2, 3})), "has 3 runs of 2");
  refuses(Experiment(0, Outcome(0.5, {1, 1e300})), "has a run of 1e+300 %");
  refuses(Experiment(0, Outcome(0.5, {1, 2}, -1e7)), "has an estimate of -1e+07 %");
  CalibrationExperiment copy = Experiment(0, Outcome(0.5, {1, 2}));
  copy.outcomes[0].operation = "copy";
  refuses(copy, "has the operation \"copy\"");
  refuses({0, "", 7, {}, {}}, "has no outcomes");
  CalibrationExperiment twice = Experiment(0, Outcome(0.5, {1, 2}));
  twice.outcomes.push_back(twice.outcomes[0]);
  refuses(twice, "compress by wall twice");
  twice.outcomes[1].clock = "tsc";
  refuses(twice, "has the clock \"tsc\"");
  EXPECT_THAT(ExperimentFromJson("{\"experiment\":1", "Line 5", 2).error().message, HasSubstr("cut off"));
}

}  // namespace
}  // namespace firstbyte::report
