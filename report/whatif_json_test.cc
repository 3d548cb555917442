// SPDX-License-Identifier: GPL-2.0-or-later
#include "report/whatif_json.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "report/published.h"
#include "report/strict_json.h"
#include "report/testing.h"

namespace firstbyte::report {
namespace {

using Json = nlohmann::ordered_json;

Json Parsed(const std::string& text) { return ParseStrictJson(text, "whatif").value(); }

TEST(RenderWhatIfJson, IsUnroundedAndNamesItsArms) {
  const Results results = MakeResults();
  const WhatIf whatif = Predict(results, {625.5, "as the test says", {100}}).value();
  const Json json = Parsed(RenderWhatIfJson(results, whatif));
  EXPECT_EQ(json["schema"], "firstbyte-whatif/1");
  EXPECT_EQ(json["here_ns"], 625.5);
  EXPECT_EQ(json["here_source"], "as the test says");
  EXPECT_EQ(json["context"]["platform"], "bare metal");
  ASSERT_EQ(json["groups"].size(), 2u);
  EXPECT_EQ(json["groups"][1]["operation"], "decompress");
  const Json& patched = json["groups"][0]["rows"][1];
  EXPECT_EQ(patched["arm"], "patched");
  EXPECT_EQ(patched["reference"], "baseline");
  EXPECT_EQ(patched["cpuids"], 2);
  EXPECT_EQ(patched["reference_cpuids"], 4);
  EXPECT_EQ(patched["null_reasons"], Json::object());
  const Forecast& expected = whatif.groups[0].rows[1].forecasts[0];
  const Json& forecast = patched["forecasts"][0];
  EXPECT_EQ(forecast["cpuid_ns"], 100);
  EXPECT_EQ(forecast["measured"], false);
  EXPECT_EQ(forecast["time_ns"], expected.time_ns);
  EXPECT_EQ(forecast["time_interval_ns"], (Json{expected.time_interval->low, expected.time_interval->high}));
  EXPECT_EQ(forecast["delta_ns"], *expected.delta_ns);
  EXPECT_EQ(forecast["delta_percent"], *expected.percent);
  EXPECT_EQ(forecast["delta_interval_ns"], (Json{expected.delta_interval->low, expected.delta_interval->high}));
  EXPECT_EQ(json["implied"][0]["cpuid_ns"], *whatif.implied[0].ns);
  EXPECT_EQ(json["implied"][0]["null_reasons"], Json::object());
  EXPECT_TRUE(json["left_out"].empty());
}

TEST(RenderWhatIfJson, WhatDoesNotExistIsNullWithAReason) {
  FixtureOptions options;
  options.runs = 2;
  const Results results = MakeResults(options);
  const Json json = Parsed(RenderWhatIfJson(results, Predict(results, {100, "", {}}).value()));
  for (const Json& row : json["groups"][0]["rows"]) {
    for (const Json& forecast : row["forecasts"]) {
      for (const auto& [name, value] : forecast.items()) {
        EXPECT_EQ(value.is_null(), row["null_reasons"].contains(name)) << name;
      }
    }
  }
  const Json& baseline = json["groups"][0]["rows"][0];
  EXPECT_FALSE(json["warnings"].empty()) << "two runs are too few";
  EXPECT_TRUE(baseline["forecasts"][0]["delta_ns"].is_null());
  EXPECT_TRUE(baseline["forecasts"][0]["time_interval_ns"].is_null());
  EXPECT_TRUE(json["implied"][0]["interval_ns"].is_null());
  EXPECT_EQ(json["implied"][0]["null_reasons"]["interval_ns"], "2 runs cannot give a 95 % interval; it needs 6");
  EXPECT_FALSE(json["implied"][0]["null_reasons"].contains("cpuid_ns"));
}

TEST(RenderWhatIfJson, ACostThatNothingImpliesIsNullWithAReason) {
  Results results = MakeResults();
  for (Arm& arm : results.arms) {
    if (arm.name == "baseline") arm.probe = "cached";
  }
  const Json json = Parsed(RenderWhatIfJson(results, Predict(results, {100, "", {}}).value()));
  ASSERT_EQ(json["implied"].size(), 2u);
  for (const Json& implied : json["implied"]) {
    for (const char* name : {"cpuid_ns", "interval_ns"}) {
      EXPECT_TRUE(implied[name].is_null()) << implied;
      EXPECT_EQ(implied["null_reasons"][name],
                "The arm called baseline executes no more CPUIDs than cached, which so saves none.");
    }
  }
}

TEST(RenderPublishedForecastsJson, HasEveryForecast) {
  const auto pairs = PredictPublished(ReadPublished("report/published").value());
  const Json json = Parsed(RenderPublishedForecastsJson(pairs));
  EXPECT_EQ(json["schema"], "firstbyte-whatif-published/1");
  ASSERT_EQ(json["tables"].size(), pairs.size());
  for (std::size_t i = 0; i < pairs.size(); ++i) {
    ASSERT_EQ(json["tables"][i]["forecasts"].size(), pairs[i].forecasts.size());
  }
  const Json& forecast = json["tables"][0]["forecasts"][1];
  EXPECT_EQ(forecast["row"], "compress");
  EXPECT_EQ(forecast["column"], "patched");
  EXPECT_EQ(forecast["predicted_ns"], 13425);
  EXPECT_EQ(forecast["printed_ns"], 13394);
  EXPECT_EQ(forecast["error_ns"], 31);
}

}  // namespace
}  // namespace firstbyte::report
