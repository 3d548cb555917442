// SPDX-License-Identifier: GPL-2.0-or-later
#include "cpuid/cost_format.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <sstream>

namespace firstbyte::cpuid {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;

CostReport Report(Trapped trapped) {
  CostReport report;
  LeafCost leaf0;
  leaf0.leaf = {0, 0, "vendor"};
  leaf0.first = 9000;
  leaf0.min = 6400;
  leaf0.p10 = 6450;
  leaf0.median = 6545.4;
  leaf0.p90 = 6600;
  leaf0.p99 = 9999;
  leaf0.max = 8'020'876;
  leaf0.batch_mean = 6550;
  leaf0.median_ticks = 16993;
  leaf0.polluted_share = 0.005;
  LeafCost leaf7 = leaf0;
  leaf7.leaf = {7, 0, "features"};
  leaf7.median = 6574;
  report.leaves = {leaf0, leaf7};
  report.ticks_per_ns = 2.596;
  report.nothing_ns = 20;
  report.executed = 2000;
  report.trapped = trapped;
  report.why = "median 6545 ns, above 700 ns";
  return report;
}

TEST(CostText, FitsATerminalAndSaysWhatItExecutedItself) {
  const std::string text = CostText(Report(Trapped::kTrapped), std::nullopt);
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) EXPECT_LE(line.size(), 80U) << line;
  EXPECT_THAT(text, AllOf(HasSubstr("CPUID is trapped: median 6545 ns, above 700 ns."),
                          HasSubstr("0x7.0            9000    6400    6574"), HasSubstr("executed 2000"),
                          Not(HasSubstr("WARNING"))));
}

TEST(CostText, TakesTheNativeCostOffAndNamesItsSource) {
  const auto native = ReadNativeCost("100.4");
  ASSERT_TRUE(native);
  EXPECT_THAT(CostText(Report(Trapped::kTrapped), *native),
              AllOf(HasSubstr("6445  median less native"), HasSubstr("native: --native=100.4 ns")));
}

TEST(CostText, WarnsOfADriftingClockAndOfATrappedOne) {
  CostReport report = Report(Trapped::kTrapped);
  report.calibration_drift = 0.02;
  report.nothing_ns = 900;
  EXPECT_THAT(CostText(report, std::nullopt), AllOf(HasSubstr("changed by 2.00%"), HasSubstr("RDTSC")));
}

TEST(CostJson, CanBeReadBackAsNativeCost) {
  const std::string json = CostJson(Report(Trapped::kNative), std::nullopt);
  const auto native = ParseNativeCost(json, "bare.json");
  ASSERT_TRUE(native) << native.error().message;
  EXPECT_EQ(native->Of(7, 0), 6574);
  EXPECT_EQ(native->Of(1, 0), std::nullopt) << "a leaf that was not measured there";
  EXPECT_EQ(native->source, "bare.json");
  const auto with = nlohmann::json::parse(CostJson(Report(Trapped::kTrapped), *native));
  EXPECT_EQ(with.at("leaves").at(1).at("median_less_native_ns"), 0);
  EXPECT_EQ(with.at("leaves").at(0).at("p10_ns"), 6450);
}

// What a CPUID costs in a guest must never be taken off as if it were native.
TEST(ParseNativeCost, RefusesWhatWasNotMeasuredNatively) {
  EXPECT_THAT(ParseNativeCost(CostJson(Report(Trapped::kTrapped), std::nullopt), "f").error().message,
              HasSubstr("was not measured where CPUID is native"));
}

TEST(ParseNativeCost, RefusesOtherFiles) {
  for (const char* text : {"", "[]", "{}", "{\"schema\": \"firstbyte/1\"}", "nonsense"})
    EXPECT_THAT(ParseNativeCost(text, "f").error().message, HasSubstr("is no cost measurement")) << text;
  auto json = nlohmann::json::parse(CostJson(Report(Trapped::kNative), std::nullopt));
  json["leaves"][0]["median_ns"] = -1;
  EXPECT_THAT(ParseNativeCost(json.dump(), "f").error().message, HasSubstr("has a leaf without its cost"));
  json["leaves"] = nlohmann::json::array();
  EXPECT_THAT(ParseNativeCost(json.dump(), "f").error().message, HasSubstr("has no leaves"));
}

TEST(ReadNativeCost, RefusesOddNumbersAndMissingFiles) {
  EXPECT_EQ(ReadNativeCost("-5").error().code, ExitCode::kUsage);
  EXPECT_EQ(ReadNativeCost("1e12").error().code, ExitCode::kUsage);
  EXPECT_EQ(ReadNativeCost("nan").error().code, ExitCode::kUsage);
  EXPECT_FALSE(ReadNativeCost("/nonexistent"));
}

}  // namespace
}  // namespace firstbyte::cpuid
