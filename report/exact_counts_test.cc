// SPDX-License-Identifier: GPL-2.0-or-later
#include "report/exact_counts.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>

#include "report/exact_testing.h"

namespace firstbyte::report {
namespace {

using ::testing::HasSubstr;

std::string ErrorOf(const std::string& text) {
  const auto counts = ParseCounts(text, "c.json");
  if (counts) return "no error";
  EXPECT_EQ(counts.error().code, ExitCode::kInvalid);
  return counts.error().message;
}

std::string Without(const std::string& field) {
  auto json = nlohmann::ordered_json::parse(CountsJson(CountsForTest()));
  json.erase(field);
  return json.dump();
}

TEST(ExactCounts, ComeBackAsTheyWere) {
  ExactCounts counts = CountsForTest();
  counts.no_phases["zstd-1.5.4"] = "why not";
  const auto read = ParseCounts(CountsJson(counts), "c.json");
  ASSERT_TRUE(read) << read.error().message;
  EXPECT_EQ(CountsJson(*read), CountsJson(counts));
  EXPECT_EQ(read->rows[0].cells.instructions, 263514.484375);
}

TEST(ExactCounts, HaveTheShapeThatOthersBuildOn) {
  const auto json = nlohmann::json::parse(CountsJson(CountsForTest()));
  EXPECT_EQ(json["schema"], "firstbyte-counts/1");
  EXPECT_EQ(json["engine"], "zstd-1.5.4");
  EXPECT_EQ(json["compiler"], "GCC 12.2.0");
  EXPECT_EQ(json["rows"][0]["arm"], "baseline");
  EXPECT_EQ(json["rows"][0]["operation"], "compress");
  EXPECT_EQ(json["rows"][0]["cpuids"], 4);
  EXPECT_EQ(json["rows"][1]["bytes_cleared"], 62159.5);
  EXPECT_TRUE(json["not_measured"].is_null());
}

TEST(ExactCounts, WhatWasNotMeasuredIsNullWithTheReason) {
  const std::string text = CountsJson(UncountedForTest());
  const auto json = nlohmann::json::parse(text);
  EXPECT_TRUE(json["rows"][0]["cpuids"].is_null());
  EXPECT_EQ(json["not_measured"], "there is no qemu-x86_64 on PATH");
  EXPECT_TRUE(ParseCounts(text, "c.json"));
  ExactCounts no_reason = UncountedForTest();
  no_reason.not_measured.reset();
  EXPECT_THAT(ErrorOf(CountsJson(no_reason)), HasSubstr("and no reason"));
}

TEST(ExactCounts, WrongFilesAreRefusedInOneSentence) {
  EXPECT_THAT(ErrorOf("[]"), HasSubstr("does not say that it is firstbyte-counts/1"));
  EXPECT_THAT(ErrorOf(R"({"schema":"firstbyte/1"})"), HasSubstr("firstbyte count --format=json"));
  EXPECT_THAT(ErrorOf("{"), HasSubstr("c.json"));
  EXPECT_THAT(ErrorOf(Without("rows")), HasSubstr("rows is missing"));
  EXPECT_THAT(ErrorOf(Without("pages_sha256")), HasSubstr("pages_sha256 is missing"));
}

TEST(ExactCounts, WhatMakesNoSenseIsRefused) {
  ExactCounts counts = CountsForTest();
  counts.rows[0].engine = "other";
  EXPECT_THAT(ErrorOf(CountsJson(counts)), HasSubstr("which it does not list"));
  counts = CountsForTest();
  counts.rows[0].cells.cpuids.reset();
  EXPECT_THAT(ErrorOf(CountsJson(counts)), HasSubstr("half there"));
  counts = CountsForTest();
  counts.rows[0].cells.instructions = 1e300;
  EXPECT_THAT(ErrorOf(CountsJson(counts)), HasSubstr("out of range"));
  counts = CountsForTest();
  counts.sizes[0].bytes = 0;
  EXPECT_THAT(ErrorOf(CountsJson(counts)), HasSubstr("size of nothing"));
  counts.engines.clear();
  EXPECT_THAT(ErrorOf(CountsJson(counts)), HasSubstr("lists no engine"));
}

TEST(ExactCounts, WhatIsThereTwiceIsRefused) {
  const auto twice = [](auto edit) {
    ExactCounts counts = CountsForTest();
    edit(counts);
    return ErrorOf(CountsJson(counts));
  };
  EXPECT_EQ(twice([](ExactCounts& c) { c.engines.push_back(c.engines[0]); }),
            "c.json: lists the engine \"zstd-1.5.4\" twice.");
  EXPECT_EQ(twice([](ExactCounts& c) { c.rows.push_back(c.rows[0]); }),
            "c.json: has \"compress baseline\" of \"zstd-1.5.4\" twice.");
  EXPECT_THAT(twice([](ExactCounts& c) { c.rows[1].arm = "baseline"; }), HasSubstr("\"compress baseline\""))
      << "with other counts";
  EXPECT_THAT(twice([](ExactCounts& c) { c.phases.push_back(c.phases[0]); }), HasSubstr("\"phase reset (live)\" of"));
  EXPECT_THAT(twice([](ExactCounts& c) { c.sizes.push_back(c.sizes[0]); }), HasSubstr("\"size of text pages\" of"));
  EXPECT_EQ(twice([](ExactCounts& c) {
              c.phases.push_back(c.phases[0]);
              c.phases[1].probe = "cached";
            }),
            "no error");
  EXPECT_EQ(twice([](ExactCounts& c) { AddEngineForTest(c, "candidate"); }), "no error");
}

TEST(ExactCounts, TheTopNamesTheFirstEngine) {
  auto json = nlohmann::ordered_json::parse(CountsJson(CountsForTest()));
  json["engine"] = "linux-6.12";
  EXPECT_THAT(ErrorOf(json.dump()), HasSubstr("does not name its first engine"));
  EXPECT_THAT(ErrorOf(Without("engine")), HasSubstr("does not name its first engine"));
  EXPECT_THAT(ErrorOf(Without("compiler")), HasSubstr("does not name the compiler"));
}

TEST(ExactCounts, EveryFieldIsDocumented) {
  std::ifstream file("docs/count.md");
  std::stringstream text;
  text << file.rdbuf();
  ExactCounts counts = CountsForTest();
  const auto json = nlohmann::ordered_json::parse(CountsJson(counts));
  const auto documented = [&](const nlohmann::ordered_json& object) {
    for (const auto& [key, value] : object.items()) EXPECT_THAT(text.str(), HasSubstr("`" + key + "`"));
  };
  documented(json);
  for (const char* const array : {"engines", "rows", "phases", "sizes"}) documented(json[array][0]);
}

}  // namespace
}  // namespace firstbyte::report
