// SPDX-License-Identifier: GPL-2.0-or-later
// The cost measurement over scripted timers: order, numbers, bounds and verdicts; no real time.
#include "cpuid/cost.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>

namespace firstbyte::cpuid {
namespace {

using ::testing::HasSubstr;

// Two ticks a nanosecond; a CPUID costs what the script says, the readings 40 ticks.
class ScriptedTimer : public LeafTimer {
 public:
  std::uint64_t Single(std::uint32_t leaf, std::uint32_t) override {
    ++cpuids;
    order += std::to_string(leaf) + " ";
    const bool polluted = pollute_every > 0 && ++singles % pollute_every == 0;
    const bool first = seen[leaf]++ == 0;
    return 40 + (polluted ? 100'000 : cost[leaf]) + (first ? first_extra : 0);
  }
  std::uint64_t Nothing() override { return 40; }
  std::uint64_t Batch(std::uint32_t leaf, std::uint32_t, std::uint32_t count) override {
    cpuids += count;
    return count * (cost[leaf] + 2);
  }
  std::uint64_t Tsc() override { return static_cast<std::uint64_t>(static_cast<double>(now) * rate); }
  std::int64_t RawNs() override { return now; }
  void Wait(std::int64_t ns) override {
    now += ns;
    if (++waits == 2) rate *= rate_change;
  }

  std::map<std::uint32_t, std::uint64_t> cost = {{0, 12'000}, {7, 13'000}};
  std::map<std::uint32_t, int> seen;
  std::uint64_t first_extra = 0;
  int pollute_every = 0;
  int singles = 0;
  int cpuids = 0;
  int waits = 0;
  double rate = 2;
  double rate_change = 1;
  std::int64_t now = 0;
  std::string order;
};

const std::vector<Leaf> kLeaves = {{0, 0, ""}, {7, 0, ""}};

TEST(MeasureCost, ConvertsTicksAndTakesTheReadingsOff) {
  ScriptedTimer timer;
  timer.first_extra = 3000;
  const auto report = MeasureCost(kLeaves, {100, 5, 10}, timer);
  ASSERT_TRUE(report);
  EXPECT_DOUBLE_EQ(report->ticks_per_ns, 2);
  EXPECT_DOUBLE_EQ(report->nothing_ns, 20);
  const LeafCost& leaf0 = report->leaves[0];
  EXPECT_DOUBLE_EQ(leaf0.first, 7500);
  EXPECT_DOUBLE_EQ(leaf0.min, 6000);
  EXPECT_DOUBLE_EQ(leaf0.median, 6000);
  EXPECT_DOUBLE_EQ(leaf0.median_ticks, 12'000);
  EXPECT_DOUBLE_EQ(leaf0.max, 6000);
  EXPECT_DOUBLE_EQ(leaf0.batch_mean, 6001);
  EXPECT_DOUBLE_EQ(leaf0.polluted_share, 0);
  EXPECT_DOUBLE_EQ(report->leaves[1].median, 6500);
}

TEST(MeasureCost, CountsItsOwnCpuids) {
  ScriptedTimer timer;
  const auto report = MeasureCost(kLeaves, {100, 5, 10}, timer);
  EXPECT_EQ(report->executed, 2 * (16 + 100 + 50));
  EXPECT_EQ(report->executed, timer.cpuids);
}

TEST(MeasureCost, InterleavesTheLeavesAndLetsEachGoFirst) {
  ScriptedTimer timer;
  ASSERT_TRUE(MeasureCost(kLeaves, {4, 1, 1}, timer));
  const std::string samples = timer.order.substr(2 * 16 * 2);
  EXPECT_EQ(samples, "0 7 7 0 0 7 7 0 ");
}

TEST(MeasureCost, TellsTheTail) {
  ScriptedTimer timer;
  timer.pollute_every = 10;
  const auto report = MeasureCost({{0, 0, ""}}, {1000, 1, 1}, timer);
  EXPECT_DOUBLE_EQ(report->leaves[0].median, 6000);
  EXPECT_DOUBLE_EQ(report->leaves[0].p10, 6000);
  EXPECT_DOUBLE_EQ(report->leaves[0].p99, 50'000);
  EXPECT_NEAR(report->leaves[0].polluted_share, 0.1, 0.001);
}

TEST(MeasureCost, SeesAClockThatDrifts) {
  ScriptedTimer timer;
  timer.rate_change = 1.01;
  const auto report = MeasureCost(kLeaves, {10, 1, 1}, timer);
  EXPECT_GT(report->calibration_drift, kMostDrift);
}

TEST(MeasureCost, RefusesAClockThatStands) {
  ScriptedTimer timer;
  timer.rate = 0;
  EXPECT_THAT(MeasureCost(kLeaves, {10, 1, 1}, timer).error().message, HasSubstr("does not advance"));
}

TEST(MeasureCost, IsBounded) {
  ScriptedTimer timer;
  EXPECT_THAT(MeasureCost(kLeaves, {1'000'000, 1, 1}, timer).error().message, HasSubstr("the limit is 1000000"));
  EXPECT_THAT(MeasureCost(kLeaves, {10, 2'000'000'000, 2'000'000'000}, timer).error().message, HasSubstr("the limit"));
  for (const CostOptions& options : {CostOptions{0, 1, 1}, CostOptions{1, 0, 1}, CostOptions{1, 1, -1}}) {
    EXPECT_EQ(MeasureCost(kLeaves, options, timer).error().code, ExitCode::kUsage);
  }
  EXPECT_EQ(timer.cpuids, 0);
}

// The values are those published for bare metal (about 100 ns), fast KVM hosts (620 ns), common guests (2 us) and this
// project's first VM (6.5 us).
TEST(JudgeTrapped, DecidesByTheMediansOfLeaves0And7) {
  const auto judge = [](std::uint64_t leaf0_ns, std::uint64_t leaf7_ns) {
    ScriptedTimer timer;
    timer.cost = {{0, 2 * leaf0_ns}, {7, 2 * leaf7_ns}};
    const auto report = MeasureCost(kLeaves, {10, 1, 1}, timer).value();
    return std::string(TrappedName(report.trapped)) + ": " + report.why;
  };
  EXPECT_EQ(judge(100, 120), "native: medians of leaves 0 and 7 100 to 120 ns, below 300 ns");
  EXPECT_EQ(judge(2050, 2050), "trapped: median 2050 ns, above 700 ns");
  EXPECT_EQ(judge(6500, 6510), "trapped: medians of leaves 0 and 7 6500 to 6510 ns, above 700 ns");
  EXPECT_EQ(judge(620, 640), "unclear: medians of leaves 0 and 7 620 to 640 ns, neither below 300 nor above 700 ns");
  EXPECT_EQ(judge(120, 2000), "unclear: medians of leaves 0 and 7 120 to 2000 ns, neither below 300 nor above 700 ns");
}

TEST(JudgeTrapped, NeedsLeaf0) {
  ScriptedTimer timer;
  const auto report = MeasureCost({{7, 0, ""}}, {10, 1, 1}, timer).value();
  EXPECT_EQ(report.trapped, Trapped::kUnclear);
  EXPECT_EQ(report.why, "leaf 0 was not measured");
}

TEST(Percentile, IsTheNearestRank) {
  const std::vector<double> values = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10};
  EXPECT_EQ(Percentile(values, 0.90), 9);
  EXPECT_EQ(Percentile(values, 0.99), 10);
  EXPECT_EQ(Percentile(values, 0.5), 5);
  EXPECT_EQ(Percentile(values, 0), 1);
  EXPECT_EQ(Percentile(values, 1), 10);
  EXPECT_EQ(Percentile({7}, 0.5), 7);
}

TEST(HardwareTimer, MeasuresThisMachineWithoutAVerdictBeingAsserted) {
  if (!kHaveCpuid) GTEST_SKIP() << "no CPUID on this architecture";
  HardwareTimer timer;
  HardwareCpu cpu;
  const auto report = MeasureCost(LeavesToMeasure(cpu), {20, 2, 4}, timer);
  ASSERT_TRUE(report) << report.error().message;
  EXPECT_GT(report->ticks_per_ns, 0);
  for (const LeafCost& leaf : report->leaves) {
    EXPECT_LE(leaf.min, leaf.p10);
    EXPECT_LE(leaf.p10, leaf.median);
    EXPECT_LE(leaf.median, leaf.p90);
    EXPECT_LE(leaf.p90, leaf.p99);
    EXPECT_LE(leaf.p99, leaf.max);
  }
  EXPECT_FALSE(report->why.empty());
}

}  // namespace
}  // namespace firstbyte::cpuid
