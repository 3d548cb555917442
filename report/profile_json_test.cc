// SPDX-License-Identifier: GPL-2.0-or-later
#include "report/profile_json.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <set>
#include <string>

#include "base/files.h"
#include "report/profile_testing.h"

namespace firstbyte::report {
namespace {

using Json = nlohmann::json;

AgreementReport Agreements() {
  const ProfileResults results = RoundProfile();
  return {{{results.arms[0].arm, ShareOf(800, 1000), 0.796, 0.4, AgreementVerdict::kYes},
           {results.arms[1].arm, ShareOf(660, 1000), std::nullopt, std::nullopt, AgreementVerdict::kNone}},
          "phases.json",
          ""};
}

Json Render() { return Json::parse(ProfileJson(RoundProfile(), Agreements())); }

TEST(ProfileJson, HasArmsWithWhatTheyAddUpTo) {
  const Json json = Render();
  EXPECT_EQ(json["schema"], "firstbyte-profile/1");
  EXPECT_EQ(json["event"], "cpu-clock:u");
  EXPECT_EQ(json["period_ns"], 1'000'000);
  ASSERT_EQ(json["arms"].size(), 2u);
  const Json& arm = json["arms"][0];
  EXPECT_EQ(arm["name"], "baseline");
  EXPECT_EQ(arm["operation"], "decompress");
  EXPECT_EQ(arm["samples"], 1000);
  EXPECT_EQ(arm["cpuid"]["share"], 0.8);
  EXPECT_EQ(arm["sites"][0]["offset"], 0x68d19);
  EXPECT_EQ(arm["sites"][0]["samples"], 420);
  EXPECT_EQ(arm["functions"][0]["samples"], 185);
  EXPECT_EQ(arm["phases"][0]["phase"], "bmi2_probe");
  EXPECT_EQ(arm["not_followed"], 10);
}

TEST(ProfileJson, HasEveryStack) {
  const Json stacks = Render()["arms"][0]["stacks"];
  ASSERT_EQ(stacks.size(), 6u);
  EXPECT_EQ(stacks[0]["functions"], Json({"decompress_request", "ZSTD_initStaticDCtx"}));
  EXPECT_EQ(stacks[0]["instruction"], "cpuid");
  EXPECT_EQ(stacks[0]["site"]["symbol"], "ZSTD_initStaticDCtx+0x29");
  EXPECT_EQ(stacks[0]["end"], "request");
  EXPECT_TRUE(stacks[2]["instruction"].is_null());
  EXPECT_TRUE(stacks[2]["site"].is_null());
  EXPECT_EQ(stacks[2]["phase"], "body");
  EXPECT_EQ(stacks[3]["end"], "not followed");
  EXPECT_EQ(stacks[5]["end"], "outside");
}

TEST(ProfileJson, HasNullForWhatIsNotKnown) {
  const Json agreement = Render()["agreement"];
  EXPECT_EQ(agreement["arms"][0]["points"], 0.4);
  EXPECT_EQ(agreement["arms"][0]["verdict"], "yes");
  EXPECT_TRUE(agreement["arms"][1]["by_phases"].is_null());
  EXPECT_TRUE(agreement["arms"][1]["verdict"].is_null());
  EXPECT_TRUE(agreement["why_not"].is_null());
  ProfileResults results = RoundProfile();
  results.note = "";
  results.arms[0].expected = 0;
  const Json json = Json::parse(ProfileJson(results, {{}, "", "not known"}));
  EXPECT_TRUE(json["note"].is_null());
  EXPECT_TRUE(json["arms"][0]["delivered"].is_null());
  EXPECT_EQ(json["agreement"]["why_not"], "not known");
  EXPECT_TRUE(json["agreement"]["source"].is_null());
}

TEST(ProfileJson, SaysWhyWhatIsNullIsNull) {
  ProfileResults results = RoundProfile();
  results.arms[0].slowdown.reset();
  results.arms[0].expected = 0;
  AgreementReport agreement = Agreements();
  agreement.arms.push_back({results.arms[0].arm, {}, 0.5, std::nullopt, AgreementVerdict::kNone});
  const Json json = Json::parse(ProfileJson(results, agreement));
  std::size_t nulls = 0;
  for (const Json& rows : {json["arms"], json["agreement"]["arms"]}) {
    for (const Json& row : rows) {
      for (const auto& [key, value] : row.items()) {
        EXPECT_EQ(value.is_null(), row["null_reasons"].contains(key)) << key;
        nulls += value.is_null() ? 1 : 0;
      }
    }
  }
  EXPECT_EQ(nulls, 2U + 3 + 2);
  EXPECT_EQ(json["agreement"]["arms"][2]["null_reasons"]["points"], "The arm has no samples.");
}

TEST(ProfileJson, HasTheConditionsByWhichPhasesAreHeldAgainstIt) {
  const Json conditions = Render()["conditions"];
  EXPECT_EQ(conditions["tool_version"], "0.1.0");
  EXPECT_EQ(conditions["machine_id"], "a machine");
}

TEST(ProfileJson, HoldsNamesThatAreNotUtf8) {
  ProfileResults results = RoundProfile();
  results.arms[0].stacks[2].functions.back() = "\xff";
  EXPECT_FALSE(Json::parse(ProfileJson(results, Agreements())).is_null());
}

void CollectKeys(const Json& json, std::set<std::string>& keys) {
  if (!json.is_structured()) return;
  for (const auto& [key, value] : json.items()) {
    if (json.is_object()) keys.insert(key);
    CollectKeys(value, keys);
  }
}

TEST(ProfilePage, NamesEveryKeyOfTheDocument) {
  std::set<std::string> keys;
  CollectKeys(Render(), keys);
  EXPECT_GT(keys.size(), 40u);
  // Tests run in the root of their data.
  const auto page = ReadWholeFile("docs/profile.md");
  ASSERT_TRUE(page);
  for (const std::string& key : keys) EXPECT_NE(page->find("`" + key + "`"), std::string::npos) << key;
}

}  // namespace
}  // namespace firstbyte::report
