// SPDX-License-Identifier: GPL-2.0-or-later
#include "report/attribution.h"

#include <gtest/gtest.h>

#include <string>

#include "report/phase_testing.h"

namespace firstbyte::report {
namespace {

const AttributedPart& Part(const std::vector<AttributedPart>& parts, const std::string& phase) {
  for (const AttributedPart& part : parts) {
    if (part.phase == phase) return part;
  }
  ADD_FAILURE() << "no part " << phase;
  static const AttributedPart none;
  return none;
}

// Of the round numbers of phase_testing.cc: a live compression takes 26,700 ns, and the patch saves 8,120.
TEST(Attribution, CountsThePhasesOfEachArm) {
  const auto all = Attribute(RoundPhases());
  ASSERT_EQ(all.size(), 2u);
  const Attribution& compress = all[0];
  EXPECT_EQ(compress.operation, "compress");
  ASSERT_EQ(compress.arms.size(), 4u);
  const ArmAttribution& baseline = compress.arms[0];
  EXPECT_EQ(baseline.arm, "baseline");
  EXPECT_EQ(baseline.probe, "live");
  EXPECT_DOUBLE_EQ(baseline.whole_ns.value, 26'700);
  EXPECT_EQ(Part(baseline.parts, "bmi2_probe").times, 2);
  EXPECT_DOUBLE_EQ(Part(baseline.parts, "bmi2_probe").ns, 16'000);
  EXPECT_DOUBLE_EQ(Part(baseline.parts, "bmi2_probe").share, 16'000 / 26'700.0);
  EXPECT_EQ(Part(baseline.parts, "table_clear").times, 1);
  // 26,700 - 2 x (4 + 30 + 8,000 + 14 + 0 + 32) - 300 - 10,000
  EXPECT_DOUBLE_EQ(baseline.unattributed_ns.value, 240);
  EXPECT_EQ(baseline.cpuids, 4);
  EXPECT_EQ(baseline.bytes_cleared, 2 * 5216 + 49152);
  EXPECT_EQ(baseline.parameter_calls, 20);
  EXPECT_FALSE(baseline.instructions) << "no phase counts them";
}

TEST(Attribution, PatchedIsBaselineLessWhatWasMeasuredToBeSaved) {
  const auto all = Attribute(RoundPhases());
  const ArmAttribution& patched = all[0].arms[1];
  EXPECT_EQ(patched.arm, "patched");
  EXPECT_DOUBLE_EQ(patched.whole_ns.value, 26'700 - 8'120);
  EXPECT_EQ(Part(patched.parts, "cctx_zeroing").times, 1);
  EXPECT_DOUBLE_EQ(patched.unattributed_ns.value, 18'580 - 8'080 - 10'300);
  EXPECT_EQ(patched.cpuids, 2);
  EXPECT_EQ(patched.bytes_cleared, 5216 + 49152);
  EXPECT_EQ(patched.parameter_calls, 10);
  const ArmAttribution& both = all[0].arms[3];
  EXPECT_EQ(both.arm, "both");
  EXPECT_EQ(both.probe, "cached");
  EXPECT_EQ(both.cpuids, 0);
}

TEST(Attribution, SaysWhatASavingIsMadeOf) {
  const auto all = Attribute(RoundPhases());
  ASSERT_EQ(all[0].savings.size(), 2u);
  const SavingAttribution& live = all[0].savings[0];
  EXPECT_EQ(live.from, "baseline");
  EXPECT_EQ(live.to, "patched");
  EXPECT_DOUBLE_EQ(live.whole_ns.value, 8'120);
  EXPECT_TRUE(live.whole_ns.is_interval);
  ASSERT_EQ(live.parts.size(), 6u) << "what both arms do once is not among them";
  EXPECT_DOUBLE_EQ(Part(live.parts, "bmi2_probe").share, 8'000 / 8'120.0);
  EXPECT_DOUBLE_EQ(live.unattributed_ns.value, 40);
  EXPECT_EQ(all[0].savings[1].from, "cached");
  EXPECT_EQ(all[0].savings[1].to, "both");
  EXPECT_DOUBLE_EQ(all[0].savings[1].unattributed_ns.value, 120 - 80);
}

TEST(Attribution, OfADecompressionSetsUpNothingButTheProbe) {
  const Attribution decompress = Attribute(RoundPhases())[1];
  EXPECT_EQ(decompress.operation, "decompress");
  EXPECT_EQ(decompress.arms[0].parts.size(), 2u);
  EXPECT_DOUBLE_EQ(decompress.arms[0].unattributed_ns.value, 100);
  EXPECT_EQ(decompress.arms[0].bytes_cleared, 0);
  EXPECT_EQ(decompress.arms[0].parameter_calls, 0);
}

// Shares, the rest among them, add up to the whole, whatever was measured.
TEST(Attribution, SharesAddUpToOne) {
  for (const Attribution& attribution : Attribute(RoundPhases())) {
    for (const ArmAttribution& arm : attribution.arms) {
      double sum = arm.unattributed_share;
      for (const AttributedPart& part : arm.parts) sum += part.share;
      EXPECT_NEAR(sum, 1, 1e-12) << arm.arm;
    }
  }
}

TEST(Attribution, TakesTheRequestsOfAResultsFile) {
  const std::vector<ArmTotal> totals = {{"baseline", "compress", 27'000, 180'000.0},
                                        {"patched", "compress", 19'000, std::nullopt},
                                        {"floor", "compress", 10'000, std::nullopt},
                                        {"A/A", "compress", 27'001, std::nullopt}};
  const auto all = Attribute(RoundPhases(), totals);
  ASSERT_EQ(all.size(), 1u) << "no arm of decompress";
  ASSERT_EQ(all[0].arms.size(), 2u);
  EXPECT_DOUBLE_EQ(all[0].arms[0].whole_ns.value, 27'000);
  EXPECT_EQ(all[0].arms[0].instructions, 180'000);
  EXPECT_FALSE(all[0].arms[1].instructions);
  EXPECT_DOUBLE_EQ(all[0].arms[0].unattributed_ns.value, 540);
  EXPECT_FALSE(all[0].arms[0].unattributed_ns.resolved);
  ASSERT_EQ(all[0].savings.size(), 1u);
  EXPECT_DOUBLE_EQ(all[0].savings[0].whole_ns.value, 8'000);
  EXPECT_DOUBLE_EQ(all[0].savings[0].unattributed_ns.value, -80);
}

TEST(Attribution, LeavesOutWhatWasNotMeasured) {
  PhaseResults results = RoundPhases();
  std::erase_if(results.series, [](const PairSeries& s) { return s.kind == PairKind::kSaving; });
  auto all = Attribute(results);
  ASSERT_EQ(all.size(), 2u);
  EXPECT_EQ(all[0].arms.size(), 2u) << "baseline and cached";
  EXPECT_TRUE(all[0].savings.empty());
  std::erase_if(results.series, [](const PairSeries& s) { return s.name == "table_clear"; });
  all = Attribute(results);
  ASSERT_EQ(all.size(), 1u) << "a compression without one of its phases is not taken apart";
  EXPECT_EQ(all[0].operation, "decompress");
  EXPECT_TRUE(Attribute(PhaseResults()).empty());
}

TEST(DescribePhases, SaysHowManyBlocksRequestsHaveToo) {
  EXPECT_EQ(DescribeBlocks(500), "500 blocks of each pair, 64 of requests and bodies, each over all pages");
  EXPECT_EQ(DescribeBlocks(4), "4 blocks of each pair, 4 of requests and bodies, each over all pages");
  EXPECT_EQ(DescribePhases(RoundPhases()),
            "6 repetitions x 1,000 blocks of each pair, 128 of requests and bodies, each over all pages; orders drawn "
            "with seed 7, CPU 1, level 3; 64 built-in pages (mixed, seed 1), cycled in order");
}

}  // namespace
}  // namespace firstbyte::report
