// SPDX-License-Identifier: GPL-2.0-or-later
// What a gate makes of a calibration: each reason not to arm, what it only says, and that its reports say it.
#include "report/calibration_use.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstddef>
#include <functional>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "report/calibration_testing.h"
#include "report/gate_json.h"
#include "report/gate_render.h"
#include "report/judgement.h"
#include "report/testing.h"

namespace firstbyte::report {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;
using Json = nlohmann::json;

Judgement JudgeWith(const Calibration& calibration, const Policy& policy = {}, const Results& results = MakeResults()) {
  const NamedCalibration named{"c.json", calibration};
  const auto judgement = Judge(results, policy, &named);
  EXPECT_TRUE(judgement) << judgement.error().message;
  return *judgement;
}

Judgement JudgeAfter(const std::function<void(Calibration&)>& edit, const Policy& policy = {}) {
  Calibration calibration = MakeCalibration();
  edit(calibration);
  return JudgeWith(calibration, policy);
}

// The sentence with which the gate refuses to arm itself.
std::string Refusal(const std::function<void(Calibration&)>& edit, const Policy& policy = {}) {
  const Judgement judgement = JudgeAfter(edit, policy);
  EXPECT_EQ(judgement.verdict, GateVerdict::kInvalid) << judgement.sentence;
  EXPECT_TRUE(judgement.rows.empty());
  EXPECT_EQ(judgement.calibration->refusal, judgement.sentence);
  EXPECT_TRUE(judgement.calibration->sentence.empty());
  return judgement.sentence;
}

void SetCheck(Calibration& calibration, const std::string& name, const std::string& value) {
  for (EnvironmentCheck& check : calibration.header.context.environment) {
    if (check.name == name) check.value = value;
  }
}

TEST(CalibrationUse, ArmsWhereTheRateHolds) {
  const Judgement judgement = JudgeWith(MakeCalibration());
  EXPECT_NE(judgement.verdict, GateVerdict::kInvalid) << judgement.sentence;
  ASSERT_TRUE(judgement.calibration);
  EXPECT_EQ(judgement.calibration->sentence,
            "calibration \"c.json\": false alarms at 5 % by this clock: compress holds: 16 of 400 (4.0%; 95 % interval "
            "2.3% to 6.4%); decompress holds: 16 of 400 (4.0%; 95 % interval 2.3% to 6.4%)");
  EXPECT_THAT(judgement.calibration->notes, IsEmpty());
  EXPECT_EQ(judgement.calibration->rows.size(), 2u);
}

TEST(CalibrationUse, JudgesAsBeforeWithoutOne) {
  const auto judgement = Judge(MakeResults(), {});
  ASSERT_TRUE(judgement);
  EXPECT_FALSE(judgement->calibration);
  EXPECT_EQ(judgement->verdict, JudgeWith(MakeCalibration()).verdict);
}

TEST(CalibrationUse, RefusesARateThatCannotBeHeld) {
  const auto spoil = [](Calibration& c) { c.rows[0] = MakeCalibrationRow("compress", "wall", 400, 30); };
  EXPECT_EQ(
      Refusal(spoil),
      "Calibration \"c.json\" says that this machine cannot hold a rate of 5 % for compress by CLOCK_MONOTONIC_RAW: "
      "30 of 400 (7.5%; 95 % interval 5.1% to 10.5%) false alarms: make it quieter and calibrate again, or judge "
      "by another clock.");
  Policy by_cpu;
  by_cpu.clock = GateClock::kThreadCpu;
  EXPECT_NE(JudgeAfter(spoil, by_cpu).verdict, GateVerdict::kInvalid) << "the other clock holds";
}

TEST(CalibrationUse, RefusesAnotherMachineAndNamesWhatDiffers) {
  EXPECT_THAT(Refusal([](Calibration& c) { SetCheck(c, "cpu model", "Other CPU"); }),
              HasSubstr("another machine, the CPU model is \"Other CPU\" there and \"Example CPU 8321\" here"));
  EXPECT_THAT(Refusal([](Calibration& c) { SetCheck(c, "kernel", "6.2.0 x86_64"); }),
              HasSubstr("the kernel is \"6.2.0\" there and \"6.1.0-18-amd64\" here"));
  EXPECT_THAT(Refusal([](Calibration& c) { c.header.context.platform = "VM (KVM)"; }),
              HasSubstr("the hypervisor is \"VM (KVM)\" there"));
  const std::string both = Refusal([](Calibration& c) {
    c.header.context.accel = "tcg";
    SetCheck(c, "kernel", "6.2.0");
  });
  EXPECT_THAT(both, HasSubstr("the kernel"));
  EXPECT_THAT(both,
              HasSubstr("the accelerator is \"tcg\" there and \"hardware\" here: run `firstbyte calibrate` where"));
}

TEST(CalibrationUse, RefusesAnotherVersion) {
  EXPECT_THAT(Refusal([](Calibration& c) { c.header.context.tool_version = "0.0.9"; }),
              HasSubstr("is of firstbyte 0.0.9, and these results are of 0.1.0: calibrate with the version"));
}

TEST(CalibrationUse, RefusesWhereItSaysNothing) {
  EXPECT_THAT(Refusal([](Calibration& c) { c.rows.erase(c.rows.begin() + 2); }),
              HasSubstr("says nothing of decompress by CLOCK_MONOTONIC_RAW"));
  Results compress_only = MakeResults([] {
    FixtureOptions options;
    options.operation_names = {"compress"};
    return options;
  }());
  Calibration calibration = MakeCalibration();
  calibration.rows.resize(2);
  EXPECT_NE(JudgeWith(calibration, {}, compress_only).verdict, GateVerdict::kInvalid) << "only what is judged counts";
}

void MakeNoisy(Calibration& calibration) {
  calibration.header.protocol.operations = 1000;  // as the results have
  calibration.rows[0].deviation_percent = calibration.rows[0].robust_deviation_percent = 10;
}

// t(0.9875, 47) 10 % / sqrt(48) = 3.34 %: even an estimate of no change at all is not within a margin below.
TEST(CalibrationUse, RefusesAMarginThatTheLastLookIsTooWideFor) {
  EXPECT_THAT(Refusal(MakeNoisy),
              HasSubstr("says that 48 runs, the last planned look, leave 3.4% on either side of a change of compress, "
                        "and the margin is 2%: hardly any measurement could show that it is kept: measure more "
                        "operations"));
  Policy wide;
  wide.margins_percent["compress"] = 5;
  EXPECT_THAT(JudgeAfter(MakeNoisy, wide).calibration->notes, IsEmpty());
  wide.margins_percent["compress both"] = 3.3;
  EXPECT_THAT(Refusal(MakeNoisy, wide), HasSubstr("the margin is 3.3%")) << "the smallest of the rows";
}

// That a change of the margin's size is missed more often is no reason to judge nothing: what did not change passes.
TEST(CalibrationUse, OnlySaysThatAMarginIsFoundLessOften) {
  Policy policy;
  policy.margins_percent["compress"] = 4;
  const Judgement judgement = JudgeAfter(MakeNoisy, policy);
  EXPECT_NE(judgement.verdict, GateVerdict::kInvalid) << judgement.sentence;
  EXPECT_THAT(judgement.calibration->notes,
              ElementsAre("by the calibration, 48 runs, the last planned look, find a slow-down of 4.7% of compress in "
                          "four of five measurements, and one of the margin of 4% in fewer"));
}

TEST(CalibrationUse, WildRunsAloneAreNoReasonToRefuse) {
  const Judgement judgement = JudgeAfter([](Calibration& c) {
    c.header.protocol.operations = 1000;
    c.rows[0].deviation_percent = 40;
  });
  EXPECT_NE(judgement.verdict, GateVerdict::kInvalid) << judgement.sentence;
}

TEST(CalibrationUse, OnlySaysWhatMoreOperationsMayFind) {
  const Judgement judgement =
      JudgeAfter([](Calibration& c) { c.rows[0].deviation_percent = c.rows[0].robust_deviation_percent = 10; });
  EXPECT_NE(judgement.verdict, GateVerdict::kInvalid) << judgement.sentence;
  EXPECT_THAT(
      judgement.calibration->notes,
      ElementsAre("by the calibration, 48 runs, the last planned look, leave 3.4% on either side of a change of "
                  "compress, and the margin is 2%, with its 25 operations per round; these results have 1,000"));
  const Judgement other = JudgeAfter([](Calibration& c) {
    c.header.protocol.operations = 1000;
    c.header.protocol.level = 1;
    c.rows[0].deviation_percent = c.rows[0].robust_deviation_percent = 10;
  });
  EXPECT_THAT(other.calibration->notes, ElementsAre(HasSubstr("it is of other requests or fewer rounds than these")));
}

TEST(CalibrationUse, SaysWhatWasNotShown) {
  const Judgement judgement = JudgeAfter([](Calibration& c) {
    c.experiments = 200;
    c.rows[2] = MakeCalibrationRow("decompress", "wall", 200, 10);
  });
  EXPECT_NE(judgement.verdict, GateVerdict::kInvalid) << judgement.sentence;
  EXPECT_THAT(judgement.calibration->sentence, HasSubstr("decompress not shown: 10 of 200"));
  EXPECT_THAT(judgement.calibration->notes,
              ElementsAre("that decompress holds its rate of 5 % was not shown; it would take about 320 experiments"));
}

// By that 5 % was not shown a gate is not kept from judging, but by these: what the interval does not exclude is not
// what is likely.
TEST(CalibrationUse, RefusesWhatIsNotShownForOtherReasonsThanChance) {
  EXPECT_THAT(
      Refusal([](Calibration& c) { c.rows[2] = MakeCalibrationRow("decompress", "wall", 1, 0); }),
      HasSubstr("is of too few experiments to show anything of decompress by CLOCK_MONOTONIC_RAW, 1 where 45 are "
                "the least: calibrate with more."));
  EXPECT_THAT(Refusal([](Calibration& c) { c.rows[2] = MakeCalibrationRow("decompress", "wall", 44, 0); }),
              HasSubstr("44 where 45 are the least"));
  EXPECT_THAT(Refusal([](Calibration& c) { c.rows[2] = MakeCalibrationRow("decompress", "wall", 100, 8); }),
              HasSubstr("saw more false alarms of decompress by CLOCK_MONOTONIC_RAW than a gate may have, 8 % or more, "
                        "in too few experiments to tell whether that was chance: 8 of 100 (8.0%; 95 % interval"));
}

// 4 % of p values below 5 % are as many as there should be, but not if most of them are below 1 %, which twelve runs
// are tested at.
TEST(CalibrationUse, SaysWhereTheAlphaOfThisLookIsNotHeld) {
  const auto with_small = [](std::size_t how_many) {
    return [how_many](Calibration& c) {
      std::vector<double>& p_values = c.rows[0].p_values;
      std::size_t small = 0;
      for (double& p : p_values) {
        if (p < 0.05) p = small++ < how_many ? 2.0 / 4096 : 0.04;
      }
    };
  };
  const Judgement judgement = JudgeAfter(with_small(12));
  EXPECT_NE(judgement.verdict, GateVerdict::kInvalid) << judgement.sentence;
  EXPECT_THAT(judgement.calibration->notes,
              ElementsAre("at 0.01, the alpha of this look, compress had more false alarms than that: 12 of 400 (3.0%; "
                          "95 % interval 1.6% to 5.2%)"));
  EXPECT_THAT(JudgeAfter(with_small(5)).calibration->notes, IsEmpty()) << "5 of 400 may be chance";
}

TEST(CalibrationUse, SaysWhichExperimentsHaveNotTheClock) {
  const Judgement judgement =
      JudgeAfter([](Calibration& c) { c.rows[2] = MakeCalibrationRow("decompress", "wall", 380, 12); });
  EXPECT_NE(judgement.verdict, GateVerdict::kInvalid) << judgement.sentence;
  EXPECT_THAT(judgement.calibration->notes,
              ElementsAre("20 of 400 experiments have no decompress by CLOCK_MONOTONIC_RAW"));
}

TEST(CalibrationUse, SaysWhatElseIsAnother) {
  const Judgement judgement = JudgeAfter([](Calibration& c) {
    SetCheck(c, "cpu model", "Example CPU 8321 (microcode 0x7)");
    c.header.protocol.cpu = 3;
    c.header.context.machine_id = "other";
    c.header.context.program_sha256 = "other";
    for (EngineRecord& engine : c.header.context.engines) engine.object_sha256 = "other";
  });
  EXPECT_NE(judgement.verdict, GateVerdict::kInvalid) << judgement.sentence;
  EXPECT_THAT(judgement.calibration->notes,
              ElementsAre("since the calibration: the microcode is \"0x7\" there and \"unknown\" here",
                          "since the calibration: it was pinned to CPU 3 there and to CPU 1 here",
                          "the calibration is of another machine of the same kind",
                          "the calibration is of another build of this version of firstbyte",
                          "not the engine that was calibrated with: zstd-1.5.4"));
}

TEST(CalibrationUse, AnEmulatedCpuIsSaidFirst) {
  Results results = MakeResults();
  results.context.accel = "tcg";
  EXPECT_THAT(JudgeWith(MakeCalibration(), {}, results).sentence, HasSubstr("The CPU was emulated"));
}

TEST(CalibrationInGate, EveryFormatSaysIt) {
  const Results results = MakeResults();
  const Judgement armed = JudgeAfter([](Calibration& c) {
    c.experiments = 200;
    c.rows[2] = MakeCalibrationRow("decompress", "wall", 200, 10);
  });
  EXPECT_THAT(RenderGateMarkdown(results, armed), HasSubstr("- calibration \"c.json\": false alarms at 5 %"));
  EXPECT_THAT(RenderGateMarkdown(results, armed), HasSubstr("- that decompress holds its rate of 5 % was not shown"));
  Json json = Json::parse(RenderGateJson({results, armed, {}}));
  EXPECT_EQ(json["calibration"]["file"], "c.json");
  EXPECT_EQ(json["calibration"]["armed"], true);
  EXPECT_EQ(json["calibration"]["rows"][1]["state"], "not shown");
  EXPECT_EQ(json["calibration"]["rows"][1]["false_positives"], 10);
  EXPECT_EQ(json["calibration"]["notes"].size(), 1u);
  EXPECT_FALSE(json["null_reasons"].contains("calibration"));
  EXPECT_THAT(RenderGateJunit(results, armed), HasSubstr("<property name=\"calibration\" value=\"calibration &quot;"));

  const Judgement refused = JudgeAfter([](Calibration& c) { c.header.context.platform = "VM (KVM)"; });
  EXPECT_THAT(RenderGateMarkdown(results, refused), HasSubstr("### Invalid\n\nCalibration \"c.json\" is of another"));
  json = Json::parse(RenderGateJson({results, refused, {}}));
  EXPECT_EQ(json["verdict"], "invalid");
  EXPECT_EQ(json["calibration"]["armed"], false);
  EXPECT_EQ(json["calibration"]["sentence"], refused.sentence);
  EXPECT_THAT(RenderGateJunit(results, refused), HasSubstr("<error message=\"Calibration"));
}

TEST(CalibrationInGate, SaysThatTheRateWasNeverMeasured) {
  const Results results = MakeResults();
  const auto judgement = Judge(results, {});
  ASSERT_TRUE(judgement);
  EXPECT_THAT(RenderGateMarkdown(results, *judgement), HasSubstr("- no calibration was named"));
  const Json json = Json::parse(RenderGateJson({results, *judgement, {}}));
  EXPECT_TRUE(json["calibration"].is_null());
  EXPECT_THAT(json["null_reasons"]["calibration"].get<std::string>(), HasSubstr("never measured"));
  EXPECT_THAT(RenderGateJunit(results, *judgement), HasSubstr("value=\"no calibration was named"));
  EXPECT_THAT(RenderGateJunit(results, *judgement), Not(HasSubstr("<property name=\"calibration\" value=\"\"")));
}

}  // namespace
}  // namespace firstbyte::report
