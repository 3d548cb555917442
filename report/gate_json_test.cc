// SPDX-License-Identifier: GPL-2.0-or-later
#include "report/gate_json.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <nlohmann/json.hpp>
#include <optional>
#include <sstream>
#include <string>
#include <vector>

#include "report/exact_testing.h"
#include "report/gate_testing.h"
#include "report/testing.h"

namespace firstbyte::report {
namespace {

using Json = nlohmann::json;
using ::testing::HasSubstr;

ExactJudgement OneCpuidMore() {
  const ExactCounts recorded = CountsForTest();
  ExactCounts now = recorded;
  now.rows[0].cells.cpuids = 5;
  return JudgeExact(now, &recorded, false);
}

ExactJudgement NotMeasured() {
  const ExactCounts recorded = CountsForTest();
  return JudgeExact(UncountedForTest(), &recorded, false);
}

// A document, and that each null of its top has a reason.
Json DocumentOf(const Judged& judged) {
  const Json json = Json::parse(RenderGateJson(judged));
  for (const auto& [key, value] : json.items()) EXPECT_EQ(value.is_null(), json["null_reasons"].contains(key)) << key;
  return json;
}

std::vector<Judged> EveryKind() {
  return {{MakeResults(), MixedJudgement(), std::nullopt},
          {MakeResults(), InvalidJudgement(), std::nullopt},
          {std::nullopt, InvalidJudgement(), OneCpuidMore()},
          {MakeResults(), MixedJudgement(), OneCpuidMore()},
          {std::nullopt, std::nullopt, NotMeasured()}};
}

TEST(GateJson, HasEveryNumber) {
  Judgement mixed = MixedJudgement();
  mixed.rows[1].same_code = true;
  const Json json = DocumentOf({MakeResults(), mixed, std::nullopt});
  EXPECT_EQ(json["schema"], "firstbyte-gate/1");
  EXPECT_EQ(json["verdict"], "regressed");
  EXPECT_EQ(json["alpha"], 0.01);
  EXPECT_EQ(json["runs"], 12);
  EXPECT_EQ(json["next_look_runs"], 24);
  ASSERT_EQ(json["rows"].size(), 3u);
  EXPECT_EQ(json["rows"][0]["change_percent"], 4.04);
  EXPECT_EQ(json["rows"][0]["same_code"], false);
  EXPECT_EQ(json["rows"][1]["same_code"], true);
  EXPECT_EQ(json["rows"][1]["verdict"], "equivalent");
  EXPECT_EQ(json["rows"][2]["verdict"], "inconclusive");
  EXPECT_TRUE(json["exact"].is_null());
  const Json invalid = DocumentOf({MakeResults(), InvalidJudgement(), std::nullopt});
  EXPECT_TRUE(invalid["alpha"].is_null());
  EXPECT_TRUE(invalid["next_look_runs"].is_null());
  EXPECT_TRUE(invalid["rows"].empty());
  EXPECT_EQ(invalid["clock"], "CLOCK_MONOTONIC_RAW");
  EXPECT_EQ(invalid["null_reasons"]["alpha"], "Nothing was judged.");
}

// Whoever asks for the verdict alone must not be told that of the times where a count rose.
TEST(GateJson, TheVerdictAtTheTopIsThatOfBoth) {
  Judgement open = MixedJudgement();
  open.verdict = GateVerdict::kInconclusive;
  open.sentence = "1 of 3 rows are open.";
  const Json rose = DocumentOf({MakeResults(), open, OneCpuidMore()});
  EXPECT_EQ(rose["verdict"], "regressed");
  EXPECT_EQ(rose["sentence"], "1 of the counts of 4 rows rose, 0 fell.");
  EXPECT_EQ(rose["times"]["verdict"], "inconclusive");
  EXPECT_EQ(rose["times"]["sentence"], "1 of 3 rows are open.");
  EXPECT_EQ(rose["exact"]["differences"][0]["before"], 4);
  EXPECT_EQ(rose["exact"]["differences"][0]["now"], 5);
  EXPECT_TRUE(rose["next_look_runs"].is_null());
  EXPECT_THAT(rose["null_reasons"]["next_look_runs"].get<std::string>(), HasSubstr("A count rose"));
  const Json same = DocumentOf({MakeResults(), open, NotMeasured()});
  EXPECT_EQ(same["verdict"], "inconclusive");
  EXPECT_EQ(same["next_look_runs"], 24);
  EXPECT_EQ(same["exact"]["not_measured"], "there is no qemu-x86_64 on PATH");
}

TEST(GateJson, CountsAloneHaveTheSameKeys) {
  const auto keys = [](const Json& json) {
    std::vector<std::string> names;
    for (const auto& [key, value] : json.items()) names.push_back(key);
    return names;
  };
  const auto wanted = keys(DocumentOf(EveryKind().front()));
  for (const Judged& judged : EveryKind()) EXPECT_EQ(keys(DocumentOf(judged)), wanted);
  const Json alone = DocumentOf({std::nullopt, std::nullopt, OneCpuidMore()});
  EXPECT_EQ(alone["verdict"], "regressed");
  EXPECT_EQ(alone["rows"], Json::array());
  EXPECT_EQ(alone["null_reasons"]["runs"], "No results of `firstbyte run` were named.");
}

TEST(GateJson, OfResultsThatCouldNotBeReadNothingIsKnown) {
  const Json json = DocumentOf({std::nullopt, InvalidJudgement(), OneCpuidMore()});
  EXPECT_EQ(json["verdict"], "regressed");
  EXPECT_EQ(json["times"]["verdict"], "invalid");
  for (const char* const key : {"clock", "clock_reason", "runs", "alpha", "next_look_runs", "calibration"})
    EXPECT_TRUE(json[key].is_null()) << key;
}

TEST(GateJson, ListsWhatTheComparisonWarnsOf) {
  Judgement judgement = MixedJudgement();
  judgement.warnings = {{false, "3 of 12 runs were interrupted and resumed in another process."}};
  const Json json = DocumentOf({MakeResults(), judgement, std::nullopt});
  EXPECT_EQ(
      json["warnings"],
      Json::parse(R"([{"serious":false,"sentence":"3 of 12 runs were interrupted and resumed in another process."}])"));
  EXPECT_EQ(DocumentOf(EveryKind().back())["warnings"], Json::array());
}

TEST(GateJson, EveryFieldIsDocumented) {
  std::ifstream file("docs/gate.md");
  std::stringstream text;
  text << file.rdbuf();
  const auto documented = [&](const Json& object) {
    for (const auto& [key, value] : object.items()) EXPECT_THAT(text.str(), HasSubstr("`" + key + "`"));
  };
  const Json json = DocumentOf({MakeResults(), MixedJudgement(), OneCpuidMore()});
  documented(json);
  documented(json["rows"][0]);
  documented(json["times"]);
}

}  // namespace
}  // namespace firstbyte::report
