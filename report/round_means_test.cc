// SPDX-License-Identifier: GPL-2.0-or-later
#include "report/round_means.h"

#include <gtest/gtest.h>

#include <cmath>

#include "report/testing.h"

namespace firstbyte::report {
namespace {

FixtureOptions TwoRunsOfTwoRounds() {
  FixtureOptions options;
  options.runs = 2;
  options.rounds = 2;
  options.operations = 10;
  options.arms = {"baseline", "patched"};
  options.operation_names = {"compress"};
  options.wall_ns = [](const Arm& arm, int run, int round) {
    return (arm.name == "patched" ? 500.0 : 1000.0) + 100 * run + 10 * round;
  };
  return options;
}

TEST(CollectMeans, AreTimesPerOperationByArmRunAndRound) {
  const auto means = CollectMeans(MakeResults(TwoRunsOfTwoRounds()), Clock::kWall);
  ASSERT_TRUE(means);
  EXPECT_EQ(*means, (std::vector<Means>{{{1000, 1010}, {1100, 1110}}, {{500, 510}, {600, 610}}}));
}

TEST(CollectMeans, OfTheThreadsOwnTime) {
  Results results = MakeResults(TwoRunsOfTwoRounds());
  EXPECT_DOUBLE_EQ((*CollectMeans(results, Clock::kThreadCpu))[1][1][0], 594);
  results.runs[1].rounds[1].samples[0].cpu_ns.reset();
  results.not_measured["cpu_ns"] = "No such clock.";
  const auto refused = CollectMeans(results, Clock::kThreadCpu);
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().code, ExitCode::kInvalid);
  EXPECT_EQ(refused.error().message, "These results have no thread CPU time: No such clock.");
}

TEST(RoundMeans, MediansOfRoundsAndOfRuns) {
  const Means means = {{1, 2, 30}, {4, 5, 6}};
  EXPECT_EQ(MedianOfRounds(means), 4.5);
  EXPECT_EQ(RunMedians(means), (std::vector<double>{2, 5}));
}

TEST(RoundMeans, LogDifferencesPairTheRounds) {
  // The second run is slow as a whole, which is in both arms and so in neither difference.
  const std::vector<double> differences =
      RunLogDifferences({{100, 200, 300}, {1000, 2000, 3000}}, {{50, 100, 300}, {500, 1000, 3000}});
  ASSERT_EQ(differences.size(), 2u);
  EXPECT_DOUBLE_EQ(differences[0], std::log(2));
  EXPECT_DOUBLE_EQ(differences[1], std::log(2));
}

TEST(RoundMeans, NameTheClock) {
  const Results results = MakeResults(TwoRunsOfTwoRounds());
  EXPECT_EQ(ClockName(results, Clock::kWall), "CLOCK_MONOTONIC_RAW");
  EXPECT_EQ(ClockName(results, Clock::kThreadCpu), "CLOCK_THREAD_CPUTIME_ID");
}

}  // namespace
}  // namespace firstbyte::report
