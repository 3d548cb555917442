// SPDX-License-Identifier: GPL-2.0-or-later
#include "report/phase_json.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <string>

#include "report/phase_testing.h"

namespace firstbyte::report {
namespace {

using Json = nlohmann::json;

Json Render(const PhaseResults& results) { return Json::parse(PhasesJson(results, Summarise(results))); }

// {"engine","rows":[{"phase","ns","low","high"}],"whole_ns","unattributed_ns","aa_control_ns"}
TEST(PhasesJson, HasTheShapeThatOthersBuildOn) {
  const Json json = Render(RoundPhases());
  EXPECT_EQ(json["schema"], "firstbyte-phases/1");
  EXPECT_EQ(json["engine"], "zstd-1.5.4");
  EXPECT_EQ(json["probe"], "live");
  ASSERT_EQ(json["rows"].size(), 9u);
  EXPECT_EQ(
      json["rows"][1],
      Json({{"phase", "cctx_zeroing"}, {"ns", 30.0}, {"low", 30.0}, {"high", 30.0}, {"bytes", 5216}, {"cpuids", 0}}));
  EXPECT_TRUE(json["rows"][0]["bytes"].is_null());
  EXPECT_EQ(json["whole_ns"], 8100.0);
  EXPECT_EQ(json["unattributed_ns"], 20.0);
  EXPECT_EQ(json["aa_control_ns"], 12.0) << "the one farthest from 0";
}

TEST(PhasesJson, HasTheCachedProbeInTheSameShape) {
  const Json cached = Render(RoundPhases())["cached"];
  EXPECT_EQ(cached["probe"], "cached");
  EXPECT_EQ(cached["rows"].size(), 9u);
  EXPECT_EQ(cached["whole_ns"], 100.0);
  EXPECT_EQ(cached["savings"][0]["residual_ns"]["low"], 117.5);
  EXPECT_EQ(cached["savings"][0]["residual_ns"]["spread"], "95 % interval");
  EXPECT_EQ(cached["savings"][0]["residual_ns"]["resolved"], true);
}

TEST(PhasesJson, HasDosesConditionsAndEveryEstimate) {
  const Json json = Render(RoundPhases());
  EXPECT_EQ(json["dose_response"]["slope_ns"]["value"], 4020.0);
  EXPECT_EQ(json["dose_response"]["points"].size(), 4u);
  EXPECT_EQ(json["conditions"]["environment"][0]["name"], "cpu model");
  EXPECT_EQ(json["conditions"]["seed"], 7);
  EXPECT_EQ(json["estimates"].size(), 40u);
  EXPECT_EQ(json["estimates"][0]["repetitions"].size(), 6u);
  EXPECT_EQ(json["estimates"][0]["repetitions"][0]["first_ran_first_ns"], 44.0);
  EXPECT_EQ(json["estimates"][39]["kind"], "dose");
}

TEST(PhasesJson, HasNullForWhatWasNotMeasured) {
  PhaseResults results = RoundPhases();
  std::erase_if(results.series, [](const PairSeries& s) {
    return s.kind == PairKind::kDose || s.kind == PairKind::kControl || s.kind == PairKind::kWhole;
  });
  const Json json = Render(results);
  EXPECT_TRUE(json["whole_ns"].is_null());
  EXPECT_TRUE(json["unattributed_ns"].is_null());
  EXPECT_TRUE(json["aa_control_ns"].is_null());
  EXPECT_TRUE(json["dose_response"].is_null());
}

}  // namespace
}  // namespace firstbyte::report
