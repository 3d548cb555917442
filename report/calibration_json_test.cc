// SPDX-License-Identifier: GPL-2.0-or-later
#include "report/calibration_json.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <functional>
#include <nlohmann/json.hpp>
#include <string>

#include "report/calibration_testing.h"

namespace firstbyte::report {
namespace {

using ::testing::HasSubstr;
using Json = nlohmann::ordered_json;

Json Document() { return Json::parse(CalibrationToJson(MakeCalibration())); }

// The sentence with which the document is refused after an edit.
std::string Refusal(const std::function<void(Json&)>& edit) {
  Json json = Document();
  edit(json);
  const auto read = ParseCalibration(json.dump(), "c.json");
  if (read) return "accepted";
  EXPECT_EQ(read.error().code, ExitCode::kInvalid);
  EXPECT_THAT(read.error().message, HasSubstr("c.json"));
  return read.error().message;
}

TEST(CalibrationJson, HasWhatWasFoundAndWhatFollows) {
  const Json json = Document();
  EXPECT_EQ(json["schema"], "firstbyte-calibration/1");
  EXPECT_EQ(json["experiments"], 400);
  EXPECT_EQ(json["machine"]["cpu_model"], "Example CPU 8321");
  EXPECT_TRUE(json["machine"]["microcode"].is_null());
  EXPECT_EQ(json["context"]["tool_version"], "0.1.0");
  EXPECT_EQ(json["protocol"]["operations"], 25);
  ASSERT_EQ(json["rows"].size(), 4u);
  const Json& row = json["rows"][1];
  EXPECT_EQ(row["operation"], "compress");
  EXPECT_EQ(row["clock"], "cpu");
  EXPECT_EQ(row["false_positives"], 16);
  EXPECT_EQ(row["rate"], 0.04);
  EXPECT_NEAR(row["rate_interval"][1].get<double>(), 0.06414601, 1e-8);
  EXPECT_EQ(row["state"], "holds");
  EXPECT_TRUE(row["experiments_to_show"].is_null());
  EXPECT_EQ(row["null_reasons"]["experiments_to_show"], "It is shown.");
  EXPECT_EQ(row["levels"][2]["alpha"], 0.025);
  EXPECT_EQ(row["levels"][2]["false_positives"], 0);
  EXPECT_EQ(row["detectable"][0]["runs"], 12);
  EXPECT_EQ(row["p_histogram"].size(), 20u);
  EXPECT_EQ(row["p_histogram"][0], 16);
  EXPECT_EQ(row["p_values"].size(), 400u);
}

TEST(CalibrationJson, IsReadAsItWasWritten) {
  const Calibration calibration = MakeCalibration();
  const auto read = ParseCalibration(CalibrationToJson(calibration), "c.json");
  ASSERT_TRUE(read) << read.error().message;
  EXPECT_EQ(CalibrationToJson(*read), CalibrationToJson(calibration));
}

TEST(CalibrationJson, ExplainsEveryNull) {
  Calibration calibration = MakeCalibration();
  calibration.rows = {MakeCalibrationRow("compress", "wall", 2, 2)};
  calibration.rows[0].intraclass_correlation.reset();
  const Json row = Json::parse(CalibrationToJson(calibration))["rows"][0];
  for (const char* field : {"experiments_to_show", "intraclass_correlation", "lag_one_autocorrelation"}) {
    EXPECT_TRUE(row[field].is_null()) << field;
    EXPECT_TRUE(row["null_reasons"].contains(field)) << field;
  }
}

TEST(CalibrationJson, RefusesWhatIsNoCalibration) {
  EXPECT_THAT(Refusal([](Json& json) { json["schema"] = "firstbyte/1"; }), HasSubstr("its schema is \"firstbyte/1\""));
  EXPECT_THAT(Refusal([](Json& json) { json["schema"] = "firstbyte-calibration/2"; }), HasSubstr("its schema is"));
  EXPECT_THAT(Refusal([](Json& json) { json.erase("schema"); }), HasSubstr("names no schema"));
  EXPECT_THAT(Refusal([](Json& json) { json = Json::array(); }), HasSubstr("names no schema"));
  const std::string text = CalibrationToJson(MakeCalibration());
  const auto cut = ParseCalibration(text.substr(0, text.size() / 2), "c.json");
  ASSERT_FALSE(cut);
  EXPECT_THAT(cut.error().message, HasSubstr("cut off"));
  EXPECT_EQ(ReadCalibrationFile("no such file").error().code, ExitCode::kUsage);
}

TEST(CalibrationJson, RefusesImpossibleCounts) {
  EXPECT_THAT(Refusal([](Json& json) { json["experiments"] = 0; }), HasSubstr("experiments is 0"));
  EXPECT_THAT(Refusal([](Json& json) { json["experiments"] = 399; }), HasSubstr("400 p values of 399 experiments"));
  EXPECT_THAT(Refusal([](Json& json) { json["rows"][0]["experiments"] = 500; }), HasSubstr("says 500 experiments"));
  EXPECT_THAT(Refusal([](Json& json) { json["rows"][0]["false_positives"] = 3; }),
              HasSubstr("rows[0] says 3 false positives, and its p values have 16"));
  EXPECT_THAT(Refusal([](Json& json) { json["rows"][0]["rate"] = 0.01; }), HasSubstr("says a rate of 0.01"));
  EXPECT_THAT(Refusal([](Json& json) { json["rows"][0]["rate_interval"][1] = 0.05; }), HasSubstr("an interval"));
  EXPECT_THAT(Refusal([](Json& json) { json["rows"][0]["rate_interval"] = {0.1}; }), HasSubstr("an interval"));
  EXPECT_THAT(Refusal([](Json& json) { json["rows"][0]["state"] = "not shown"; }),
              HasSubstr("says \"not shown\", and its counts say \"holds\""));
  EXPECT_THAT(Refusal([](Json& json) { json["experiments"] = 100'001; }), HasSubstr("1 to 100000 belong there"));
  EXPECT_THAT(Refusal([](Json& json) { json["rows"][0]["levels"][2]["false_positives"] = 1; }), HasSubstr("levels"));
  EXPECT_THAT(Refusal([](Json& json) { json["rows"][0]["levels"].erase(2); }), HasSubstr("levels"));
  EXPECT_THAT(Refusal([](Json& json) { json["rows"][0]["p_histogram"][0] = 15; }), HasSubstr("a histogram"));
  EXPECT_THAT(Refusal([](Json& json) { json["rows"][0]["p_values"][0] = 0; }), HasSubstr("a p value of 0"));
  EXPECT_THAT(Refusal([](Json& json) { json["rows"][0]["p_values"][0] = 2; }), HasSubstr("a p value of 2"));
  EXPECT_THAT(Refusal([](Json& json) { json["rows"][0]["estimates_percent"].erase(0); }), HasSubstr("399 estimates"));
  EXPECT_THAT(Refusal([](Json& json) { json["rows"][0]["estimates_percent"][0] = 1e300; }),
              HasSubstr("an estimate of"));
  EXPECT_THAT(Refusal([](Json& json) { json["rows"][0]["deviation_percent"] = -1; }), HasSubstr("a deviation of -1 %"));
  EXPECT_THAT(Refusal([](Json& json) { json["rows"][0]["intraclass_correlation"] = 2; }),
              HasSubstr("correlation of 2"));
  EXPECT_THAT(Refusal([](Json& json) { json["rows"][0]["clock"] = "tsc"; }), HasSubstr("the clock \"tsc\""));
  EXPECT_THAT(Refusal([](Json& json) { json["rows"][0]["operation"] = "copy"; }), HasSubstr("the operation \"copy\""));
  EXPECT_THAT(Refusal([](Json& json) { json["rows"][1]["clock"] = "wall"; }), HasSubstr("rows[1] is there twice"));
  EXPECT_THAT(Refusal([](Json& json) { json["rows"] = Json::array(); }), HasSubstr("has no rows"));
}

TEST(CalibrationJson, RefusesAWrongForm) {
  EXPECT_THAT(Refusal([](Json& json) { json["rows"][0].erase("p_values"); }), HasSubstr("rows[0].p_values is missing"));
  EXPECT_THAT(Refusal([](Json& json) { json["rows"][0]["p_values"][7] = "low"; }), HasSubstr("rows[0].p_values[7]"));
  EXPECT_THAT(Refusal([](Json& json) { json["protocol"]["runs"] = 0; }), HasSubstr("protocol.runs"));
  EXPECT_THAT(Refusal([](Json& json) { json["context"]["machine_id"] = ""; }), HasSubstr("context.machine_id"));
  EXPECT_EQ(Refusal([](Json& json) { json["rows"][0]["new"] = 1; }), "accepted") << "later versions may add some";
}

}  // namespace
}  // namespace firstbyte::report
