// SPDX-License-Identifier: GPL-2.0-or-later
#include "report/phase_table.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <functional>

#include "report/phase_testing.h"

namespace firstbyte::report {
namespace {

using ::testing::HasSubstr;

Arm ArmOf(const char* probe, const char* policy) { return {"an arm", "decompress", "zstd-1.5.4", probe, policy}; }

// A baseline of 2 x 2 CPUIDs of 4000 ns and 4100 ns beside them; the patch saves 2 and 2 ns.
TEST(PhaseTableOf, HasWhatTheSharesTake) {
  const auto table = CheckedPhaseTable(RoundPhases(), "phases.json");
  ASSERT_TRUE(table) << table.error().message;
  EXPECT_EQ(table->engine, "zstd-1.5.4");
  ASSERT_EQ(table->requests.size(), 4u);
  const RequestCosts& costs = table->requests.at({"live", "decompress"});
  EXPECT_DOUBLE_EQ(costs.baseline_ns, 20100);
  EXPECT_DOUBLE_EQ(costs.saved_ns, 8002);
  EXPECT_EQ(costs.cpuids, 4);
  EXPECT_EQ(costs.saved_cpuids, 2);
  EXPECT_DOUBLE_EQ(costs.cpuid_ns, 4000);
  EXPECT_EQ(table->requests.at({"cached", "compress"}).cpuids, 0);
}

// Doses of 2 and 4 add 8100 and 16100 ns.
TEST(CpuidShareByPhases, IsWhatSoManyCostInARequestOverTheRequest) {
  const auto table = CheckedPhaseTable(RoundPhases(), "phases.json");
  ASSERT_TRUE(table);
  EXPECT_DOUBLE_EQ(CpuidShareByPhases(*table, ArmOf("live", "eager")).value(), 16100.0 / 20100);
  EXPECT_DOUBLE_EQ(CpuidShareByPhases(*table, ArmOf("live", "deferred")).value(), 8100.0 / (20100 - 8002));
  EXPECT_EQ(CpuidShareByPhases(*table, ArmOf("cached", "eager")), 0);
  EXPECT_EQ(CpuidShareByPhases(*table, ArmOf("cached", "deferred")), 0);
  EXPECT_FALSE(CpuidShareByPhases(*table, ArmOf("cached", "reuse"))) << "the floor is in no phase table";
  EXPECT_FALSE(CpuidShareByPhases(*table, ArmOf("another", "eager")));
}

TEST(CpuidShareByPhases, IsCountTimesPriceWhereNoDoseWasGiven) {
  PhaseResults results = RoundPhases();
  std::erase_if(results.series, [](const PairSeries& s) { return s.kind == PairKind::kDose; });
  const auto table = CheckedPhaseTable(results, "phases.json");
  ASSERT_TRUE(table);
  EXPECT_DOUBLE_EQ(CpuidShareByPhases(*table, ArmOf("live", "eager")).value(), 16000.0 / 20100);
}

TEST(CpuidShareByPhases, IsNothingWhereNothingIsLeftOfTheRequest) {
  auto table = CheckedPhaseTable(RoundPhases(), "phases.json");
  ASSERT_TRUE(table);
  table->requests.at({"live", "decompress"}).saved_ns = 20100;
  EXPECT_FALSE(CpuidShareByPhases(*table, ArmOf("live", "deferred")));
}

TEST(CpuidShareByPhases, IsNothingWhereCpuidsCostMoreThanTheRequest) {
  auto table = CheckedPhaseTable(RoundPhases(), "phases.json");
  ASSERT_TRUE(table);
  table->dose_ns[4] = 20100;
  EXPECT_EQ(CpuidShareByPhases(*table, ArmOf("live", "eager")), 1);
  table->dose_ns[4] = 20101;
  EXPECT_FALSE(CpuidShareByPhases(*table, ArmOf("live", "eager")));
}

TEST(CpuidShareByPhases, IsNothingForAnotherEngine) {
  const auto table = CheckedPhaseTable(RoundPhases(), "phases.json");
  ASSERT_TRUE(table);
  Arm arm = ArmOf("live", "eager");
  arm.engine = "linux-6.12";
  EXPECT_FALSE(CpuidShareByPhases(*table, arm));
}

TEST(CheckedPhaseTable, RefusesWhatCannotBe) {
  const auto refuses = [](const std::function<void(PairSeries&)>& change) {
    PhaseResults results = RoundPhases();
    for (PairSeries& series : results.series) {
      if (series.name == "decompress" && series.probe == "live") change(series);
    }
    const auto table = CheckedPhaseTable(results, "phases.json");
    ASSERT_FALSE(table);
    EXPECT_EQ(table.error().code, ExitCode::kInvalid);
    EXPECT_THAT(table.error().message, HasSubstr("phases.json says times that cannot be"));
  };
  refuses([](PairSeries& s) {
    if (s.kind == PairKind::kWhole)
      for (PairEstimate& estimate : s.repetitions) estimate.ns = -1;
  });
  refuses([](PairSeries& s) {
    if (s.kind == PairKind::kSaving) s.cpuids = 5;
  });
  refuses([](PairSeries& s) {
    if (s.kind == PairKind::kSaving) s.cpuids = 0;
  });
  refuses([](PairSeries& s) {
    for (PairEstimate& estimate : s.repetitions) estimate.cpuid_ns = -8000;
  });
  PhaseResults none = RoundPhases();
  std::erase_if(none.series, [](const PairSeries& s) { return s.kind == PairKind::kWhole; });
  EXPECT_FALSE(CheckedPhaseTable(none, "phases.json"));
}

}  // namespace
}  // namespace firstbyte::report
