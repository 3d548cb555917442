// SPDX-License-Identifier: GPL-2.0-or-later
#include "report/phase_summary.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "report/phase_testing.h"

namespace firstbyte::report {
namespace {

// floor(0.025 x 2^6) = 1, so that the interval reaches from the smallest value to the largest.
TEST(SpreadOf, SixRepetitionsIsTheirRangeAsAnInterval) {
  const Spread spread = SpreadOf({5, 1, 3, 2, 6, 4});
  EXPECT_DOUBLE_EQ(spread.value, 3.5);
  EXPECT_DOUBLE_EQ(spread.low, 1);
  EXPECT_DOUBLE_EQ(spread.high, 6);
  EXPECT_TRUE(spread.is_interval);
  EXPECT_TRUE(spread.resolved);
  EXPECT_FALSE(SpreadOf({-1, 1, 3, 2, 6, 4}).resolved);
  EXPECT_TRUE(SpreadOf({-1, -1, -3, -2, -6, -4}).resolved);
}

// floor(0.025 x 2^8) = 6: before the sixth smallest mean of a set of these, that of {1, 2, 4}, come those of {1}, {1,
// 2}, {2}, {1, 3} and {1, 2, 3}.
TEST(SpreadOf, MoreRepetitionsIsNarrowerThanTheirRange) {
  const Spread spread = SpreadOf({1, 2, 3, 4, 5, 6, 7, 8});
  EXPECT_DOUBLE_EQ(spread.value, 4.5);
  EXPECT_DOUBLE_EQ(spread.low, 7.0 / 3);
  EXPECT_DOUBLE_EQ(spread.high, 20.0 / 3);
}

TEST(SpreadOf, TooFewIsARangeThatResolvesNothing) {
  const Spread spread = SpreadOf({100, 101, 103});
  EXPECT_FALSE(spread.is_interval);
  EXPECT_FALSE(spread.resolved);
  EXPECT_DOUBLE_EQ(spread.low, 100);
  EXPECT_DOUBLE_EQ(spread.high, 103);
}

class Summary : public ::testing::Test {
 protected:
  const WholeRow& Whole(std::size_t probe, const std::string& name) const {
    for (const WholeRow& row : summary_.probes.at(probe).wholes) {
      if (row.name == name) return row;
    }
    ADD_FAILURE() << "no whole " << name;
    return summary_.probes[0].wholes[0];
  }

  PhaseResults results_ = RoundPhases();
  PhaseSummary summary_ = Summarise(results_);
};

TEST_F(Summary, HasTheProbesWithLiveFirst) {
  ASSERT_EQ(summary_.probes.size(), 2u);
  EXPECT_EQ(summary_.probes[0].probe, "live");
  EXPECT_EQ(summary_.probes[1].probe, "cached");
  EXPECT_EQ(summary_.probes[0].phases.size(), 9u);
  EXPECT_EQ(summary_.probes[0].wholes.size(), 5u);
  EXPECT_EQ(summary_.probes[0].wholes[0].name, "init_cstream");
}

// 4 + 30 + 8000 + 14 + 0 + 32 = 8080 of 8100.
TEST_F(Summary, ComparesTheSumOfThePartsWithTheWholeInEachRepetition) {
  const WholeRow& live = Whole(0, "init_cstream");
  EXPECT_DOUBLE_EQ(live.ns.value, 8100);
  EXPECT_DOUBLE_EQ(live.unattributed_ns.value, 20);
  EXPECT_DOUBLE_EQ(live.unattributed_ns.low, 17.5);
  EXPECT_DOUBLE_EQ(live.unattributed_ns.high, 22.5);
  EXPECT_NEAR(live.sum_over_whole.value, 8080.0 / 8100, 1e-6);
  EXPECT_DOUBLE_EQ(live.sum_over_whole.low, 8080 / 8102.5);
  EXPECT_DOUBLE_EQ(live.sum_over_whole.high, 8080 / 8097.5);
  const WholeRow& cached = Whole(1, "init_cstream");
  EXPECT_NEAR(cached.sum_over_whole.value, 0.8, 1e-3);
  EXPECT_DOUBLE_EQ(cached.unattributed_ns.value, 20);
}

// A request of baseline: both inits, the replay of the parameters once more, the tables, the body.
TEST_F(Summary, AddsUpRequests) {
  EXPECT_DOUBLE_EQ(Whole(1, "compress").unattributed_ns.value, 10700 - (100 + 34 + 14 + 0 + 32 + 300 + 10000));
  EXPECT_DOUBLE_EQ(Whole(0, "decompress").unattributed_ns.value, 20100 - (2 * 8002 + 4000));
  EXPECT_EQ(Whole(0, "decompress").cpuids, 4);
}

TEST_F(Summary, LeavesOutAWholeWhosePartsWereNotAllMeasured) {
  std::erase_if(results_.series, [](const PairSeries& s) { return s.name == "reset" && s.probe == "live"; });
  const PhaseSummary summary = Summarise(results_);
  EXPECT_EQ(summary.probes[0].wholes.size(), 3u);
  EXPECT_EQ(summary.probes[0].wholes[0].name, "init_cctx");
  EXPECT_EQ(summary.probes[1].wholes.size(), 5u);
}

TEST_F(Summary, SplitsASavingIntoCpuidsAndTheRest) {
  const SavingRow& live = summary_.probes[0].savings[0];
  EXPECT_EQ(live.operation, "compress");
  EXPECT_DOUBLE_EQ(live.ns.value, 8120);
  EXPECT_DOUBLE_EQ(live.cpuid_ns.value, 8000);
  EXPECT_DOUBLE_EQ(live.residual_ns.value, 120);
  EXPECT_TRUE(live.residual_ns.resolved);
  const SavingRow& cached = summary_.probes[1].savings[0];
  EXPECT_DOUBLE_EQ(cached.cpuid_ns.value, 0);
  EXPECT_DOUBLE_EQ(cached.residual_ns.value, 120);
  EXPECT_DOUBLE_EQ(cached.residual_ns.low, 117.5);
}

// 2 +- 10 over the repetitions.
TEST_F(Summary, SaysWhereARestCannotBeToldFromNothing) {
  EXPECT_FALSE(summary_.probes[1].savings[1].residual_ns.resolved);
}

TEST_F(Summary, JudgesControlsByTheirDistanceFromNothing) {
  EXPECT_TRUE(summary_.probes[0].controls[0].passed);
  EXPECT_FALSE(summary_.probes[0].controls[1].passed) << "12 ns";
}

// The points (0, 0), (1, 4100), (2, 8100), (4, 16100): means 1.75 and 7075; the sums of squares and products about
// them are 8.75 and 35175, so that the slope is 4020 and the line meets dose 0 at 40.
TEST_F(Summary, FitsALineThroughTheDoses) {
  ASSERT_TRUE(summary_.dose);
  EXPECT_DOUBLE_EQ(summary_.dose->slope_ns.value, 4020);
  EXPECT_DOUBLE_EQ(summary_.dose->intercept_ns.value, 40);
  EXPECT_DOUBLE_EQ(summary_.dose->calibrated_ns.value, 4000);
  ASSERT_EQ(summary_.dose->points.size(), 4u);
  EXPECT_DOUBLE_EQ(summary_.dose->points[0].beside_line_ns.value, -40);
  EXPECT_DOUBLE_EQ(summary_.dose->points[1].beside_line_ns.value, 40);
  EXPECT_DOUBLE_EQ(summary_.dose->points[3].beside_line_ns.value, -20);
}

TEST_F(Summary, HasNoLineThroughOneDose) {
  std::erase_if(results_.series, [](const PairSeries& s) { return s.kind == PairKind::kDose && s.cpuids > 0; });
  EXPECT_FALSE(Summarise(results_).dose);
}

}  // namespace
}  // namespace firstbyte::report
