// SPDX-License-Identifier: GPL-2.0-or-later
#include "report/counts.h"

#include <gtest/gtest.h>

#include "report/testing.h"

namespace firstbyte::report {
namespace {

Results Counted() {
  FixtureOptions options;
  options.runs = 1;
  options.rounds = 3;
  options.operations = 100;
  options.arms = {"baseline", "patched"};
  options.operation_names = {"compress"};
  options.counters = true;
  options.wall_ns = [](const Arm& arm, int, int round) { return (arm.name == "baseline" ? 1000.0 : 800.0) + round; };
  return MakeResults(options);
}

TEST(CollectCounts, AreMediansOfTheRoundsPerOperation) {
  const auto counts = CollectCounts(Counted());
  ASSERT_EQ(counts.size(), 2U);
  EXPECT_EQ(counts[0].cycles, 2002.0);
  EXPECT_EQ(counts[0].instructions, 3003.0);
  EXPECT_EQ(counts[1].cycles, 1602.0);
  EXPECT_EQ(counts[1].instructions_per_cycle, 1.5);
}

TEST(CollectCounts, RoundsThatWereNotCountedAreLeftOut) {
  Results results = Counted();
  for (Sample& sample : results.runs[0].rounds[2].samples) sample.cycles.reset();
  for (Round& round : results.runs[0].rounds) {
    for (Sample& sample : round.samples) {
      if (sample.arm == 1) sample.instructions.reset();
    }
  }
  const auto counts = CollectCounts(results);
  EXPECT_EQ(counts[0].cycles, 2001.0);
  EXPECT_EQ(counts[0].instructions, 3003.0);
  EXPECT_EQ(counts[1].instructions, std::nullopt) << "never, and not 0";
  EXPECT_EQ(counts[1].instructions_per_cycle, std::nullopt);
  EXPECT_EQ(counts[1].cycles, 1601.0);
}

TEST(CollectCounts, WithoutCountersThereAreNone) {
  for (const Counts& counts : CollectCounts(MakeResults())) {
    EXPECT_FALSE(counts.cycles || counts.instructions || counts.instructions_per_cycle);
  }
  EXPECT_EQ(CoverageOf(MakeResults()).counted, 0);
}

TEST(CoverageOf, IsHowManyWereCountedAndForHowLongAtLeast) {
  Results results = Counted();
  EXPECT_EQ(CoverageOf(results).samples, 6);
  EXPECT_EQ(CoverageOf(results).counted, 6);
  EXPECT_EQ(CoverageOf(results).least_permille, 1000);
  results.runs[0].rounds[0].samples[0].counters_permille = 520;
  Sample& none = results.runs[0].rounds[1].samples[0];
  none.cycles = none.instructions = none.branches = none.branch_misses = none.counters_permille = std::nullopt;
  EXPECT_EQ(CoverageOf(results).counted, 5);
  EXPECT_EQ(CoverageOf(results).least_permille, 520);
}

}  // namespace
}  // namespace firstbyte::report
