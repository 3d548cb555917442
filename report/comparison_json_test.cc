// SPDX-License-Identifier: GPL-2.0-or-later
#include "report/comparison_json.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <string>

#include "report/strict_json.h"
#include "report/testing.h"

namespace firstbyte::report {
namespace {

using Json = nlohmann::ordered_json;

Json Render(const Results& results) {
  return ParseStrictJson(RenderJson(results, Compare(results).value()), "j").value();
}

TEST(RenderJson, HasUnroundedNumbers) {
  const Results results = MakeResults();
  const Comparison comparison = Compare(results).value();
  const Json json = Render(results);
  EXPECT_EQ(json["schema"], "firstbyte-comparison/1");
  EXPECT_EQ(json["clock"], "CLOCK_MONOTONIC_RAW");
  EXPECT_EQ(json["control_threshold"], 0.005);
  const Json& row = json["groups"][0]["rows"][1];
  const Row& record = comparison.groups[0].rows[1];
  EXPECT_EQ(row["arm"], "patched");
  EXPECT_EQ(row["reference"], "baseline");
  EXPECT_EQ(row["median_ns"].get<double>(), record.median_ns);
  EXPECT_EQ(row["delta_ns"].get<double>(), record.difference->delta_ns);
  EXPECT_EQ(row["delta_percent"].get<double>(), record.difference->percent);
  EXPECT_EQ(row["interval_ns"][1].get<double>(), record.difference->ns_interval->high);
  EXPECT_EQ(row["p"].get<double>(), record.difference->log.p);
  EXPECT_EQ(row["verdict"], "faster");
  EXPECT_EQ(row["null_reasons"]["cycles"], "no hardware PMU (ENOENT), as in many virtual machines");
  EXPECT_EQ(row["null_reasons"].size(), 4U) << "instructions, cycles, and no round of the fixture is undisturbed: two";
}

TEST(RenderJson, HasWhatTheCountersCounted) {
  FixtureOptions options;
  options.counters = true;
  const Results results = MakeResults(options);
  const Json json = Render(results);
  const Json& row = json["groups"][0]["rows"][1];
  EXPECT_EQ(row["instructions"].get<double>(), *Compare(results)->groups[0].rows[1].counts.instructions);
  EXPECT_NEAR(row["instructions"].get<double>() / row["cycles"].get<double>(), 1.5, 1e-9);
  EXPECT_FALSE(row["null_reasons"].contains("instructions") || row["null_reasons"].contains("cycles"));
}

TEST(RenderJson, CarriesTheConditions) {
  const Json json = Render(MakeResults());
  EXPECT_EQ(json["context"]["environment"][2]["verdict"], "warning");
  EXPECT_EQ(json["protocol"]["runs"], 12);
}

// Every null of a row has its reason, and no reason is about something else.
void ExpectNullsExplained(const Json& json) {
  for (const Json& group : json["groups"]) {
    for (const Json& row : group["rows"]) {
      std::size_t nulls = 0;
      for (const auto& [key, value] : row.items()) {
        if (!value.is_null()) continue;
        ++nulls;
        EXPECT_TRUE(row["null_reasons"].contains(key)) << key;
      }
      EXPECT_EQ(row["null_reasons"].size(), nulls);
    }
  }
}

TEST(RenderJson, ExplainsEveryNull) {
  ExpectNullsExplained(Render(MakeResults()));
  FixtureOptions options;
  options.runs = 1;
  const Json single = Render(MakeResults(options));
  ExpectNullsExplained(single);
  const Json& row = single["groups"][0]["rows"][1];
  EXPECT_TRUE(row["interval_ns"].is_null());
  EXPECT_EQ(row["null_reasons"]["interval_ns"], "1 runs cannot give a 95 % interval; it needs 6");
  EXPECT_EQ(single["groups"][0]["rows"][0]["null_reasons"]["delta_ns"], "This row is the reference of its group.");
}

TEST(RenderJson, RowsHaveTheSameKeysWhateverIsNull) {
  const Json json = Render(MakeResults());
  const auto keys = [](const Json& object) {
    std::string text;
    for (const auto& [key, value] : object.items()) text += key + " ";
    return text;
  };
  EXPECT_EQ(keys(json["groups"][0]["rows"][0]), keys(json["groups"][0]["rows"][1]));
}

TEST(RenderJson, CarriesTheWarnings) {
  FixtureOptions options;
  options.arms = {"baseline", "patched"};
  const Json json = Render(MakeResults(options));
  EXPECT_EQ(json["controls"], 0);
  EXPECT_TRUE(json["control_threshold"].is_null());
  EXPECT_EQ(json["warnings"][0]["sentence"],
            "No A/A arm was measured, so nothing here shows what two equal arms would differ by.");
  EXPECT_EQ(json["warnings"][0]["serious"], false);
}

}  // namespace
}  // namespace firstbyte::report
