// SPDX-License-Identifier: GPL-2.0-or-later
#include "cpuid/cost_format.h"

#include <gtest/gtest.h>

#include <string>

namespace firstbyte::cpuid {
namespace {

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

}  // namespace
}  // namespace firstbyte::cpuid
