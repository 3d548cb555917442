// SPDX-License-Identifier: GPL-2.0-or-later
#include "cpuid/cost_format.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <sstream>
#include <string>

namespace firstbyte::cpuid {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;

LeafCost Cost(std::uint32_t leaf, double median) {
  LeafCost cost;
  cost.leaf.leaf = leaf;
  cost.median = median;
  return cost;
}

// What the command writes, of a machine where leaves 0 and 7 cost so much.
std::string Written(double leaf0, double leaf7, Trapped trapped = Trapped::kTrapped) {
  CostReport report;
  report.trapped = trapped;
  report.leaves = {Cost(0, leaf0), Cost(1, 5), Cost(7, leaf7)};
  return CostJson(report, std::nullopt);
}

template <typename T>
std::string Refusal(const Result<T>& result) {
  if (result) return "accepted";
  EXPECT_EQ(result.error().code, ExitCode::kInvalid);
  return result.error().message;
}

TEST(ParseContextCost, IsTheMeanOfTheLeavesThatAContextAsksFor) {
  EXPECT_EQ(ParseContextCost(Written(3900, 4000), "cost.json").value(), 3950);
  EXPECT_EQ(ParseContextCost(Written(100, 150, Trapped::kNative), "cost.json").value(), 125) << "wherever it was";
}

TEST(ParseNativeCost, OnlyWhereCpuidIsNative) {
  const auto native = ParseNativeCost(Written(100, 150, Trapped::kNative), "cost.json");
  ASSERT_TRUE(native);
  EXPECT_EQ(native->source, "cost.json");
  EXPECT_EQ(native->Of(7, 0), 150);
  EXPECT_FALSE(native->Of(13, 0));
  for (const Trapped trapped : {Trapped::kTrapped, Trapped::kUnclear}) {
    EXPECT_EQ(Refusal(ParseNativeCost(Written(1, 1, trapped), "cost.json")),
              "cost.json was not measured where CPUID is native; it must be what `firstbyte cpuid cost --format=json` "
              "writes.");
  }
}

TEST(ParseContextCost, RefusesOtherFiles) {
  const auto refusal = [](const std::string& text) { return Refusal(ParseContextCost(text, "x")); };
  const std::string schema = R"({"schema":"firstbyte-cpuid-cost/1","verdict":"trapped")";
  for (const char* text : {"", "[]", "{", R"({"schema":"firstbyte/1"})", "\xff"}) {
    EXPECT_NE(refusal(text).find("x is no cost measurement;"), std::string::npos) << text;
  }
  EXPECT_NE(refusal(schema + "}").find("x has no leaves;"), std::string::npos);
  EXPECT_NE(refusal(schema + R"(,"leaves":[]})").find("x has no leaves;"), std::string::npos);
  for (const char* leaf : {"1", "{}", R"({"leaf":-1,"subleaf":0,"median_ns":1})",
                           R"({"leaf":0,"subleaf":0,"median_ns":-1})", R"({"leaf":0,"subleaf":0,"median_ns":"1"})"}) {
    EXPECT_NE(refusal(schema + R"(,"leaves":[)" + leaf + "]}").find("x has a leaf without its cost;"),
              std::string::npos)
        << leaf;
  }
  EXPECT_NE(
      refusal(schema + R"(,"leaves":[{"leaf":0,"subleaf":0,"median_ns":1}]})").find("x does not have leaves 0 and 7;"),
      std::string::npos);
}

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

TEST(CostText, SaysWhatTheVerdictMeans) {
  CostReport report = Report(Trapped::kNative);
  EXPECT_THAT(CostText(report, std::nullopt), Not(HasSubstr("This means")));
  report.meaning = "hypervisor present, CPUID not intercepted or answered in-guest";
  EXPECT_THAT(CostText(report, std::nullopt), HasSubstr("\nThis means: " + report.meaning + ".\n\nleaf"));
  EXPECT_EQ(nlohmann::json::parse(CostJson(report, std::nullopt)).at("meaning"), report.meaning);
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

TEST(ReadNativeCost, RefusesOddNumbersAndMissingFiles) {
  EXPECT_EQ(ReadNativeCost("-5").error().code, ExitCode::kUsage);
  EXPECT_EQ(ReadNativeCost("1e12").error().code, ExitCode::kUsage);
  EXPECT_EQ(ReadNativeCost("nan").error().code, ExitCode::kUsage);
  EXPECT_FALSE(ReadNativeCost("/nonexistent"));
}

}  // namespace
}  // namespace firstbyte::cpuid
