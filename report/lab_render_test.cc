// SPDX-License-Identifier: GPL-2.0-or-later
#include "report/lab_render.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <sstream>
#include <string>

#include "report/lab_testing.h"
#include "report/strict_json.h"
#include "report/text.h"

namespace firstbyte::report {
namespace {

using ::testing::HasSubstr;

struct Scored {
  LabRecording recording;
  LabScores scores;
};

Scored Recorded() {
  LabRecording recording = ReadLabRecording("report/testdata/lab.jsonl").value();
  const LabWindows windows = CutLabWindows(recording, Clock::kThreadCpu).value();
  LabOutside outside;
  outside.not_measured = "there is no compare.py";
  LabScores scores = ScoreLab(recording, windows, Clock::kThreadCpu, outside).value();
  return {std::move(recording), std::move(scores)};
}

TEST(LabRender, ThePageFitsATerminal) {
  const auto [recording, scores] = Recorded();
  std::istringstream lines(RenderLab(recording, scores));
  int tables = 0;
  for (std::string line; std::getline(lines, line);) {
    EXPECT_LE(DisplayWidth(line), 80) << line;
    tables += line.starts_with("|:") ? 1 : 0;
  }
  EXPECT_EQ(tables, 6);
}

TEST(LabRender, SaysWhatWasNotMeasuredAndWhy) {
  const auto [recording, scores] = Recorded();
  const std::string page = RenderLab(recording, scores);
  EXPECT_THAT(page, HasSubstr("| compare.py | sequential, rounds      | not measured |"));
  EXPECT_THAT(page, HasSubstr("compare.py: not measured: there is no compare.py"));
  const auto json = ParseStrictJson(RenderLabJson(recording, scores), "scores").value();
  EXPECT_EQ(json["schema"], kLabScoresSchema);
  int unmeasured = 0;
  for (const auto& rule : json["rules"]) {
    const bool measured = rule["not_measured"].is_null();
    EXPECT_NE(measured, rule["false_positives"].is_null()) << rule["rule"];
    EXPECT_NE(measured, rule["power"].is_null()) << rule["rule"];
    EXPECT_NE(measured, rule["calibrated"].is_null()) << rule["rule"];
    unmeasured += measured ? 0 : 1;
  }
  EXPECT_EQ(unmeasured, 4);
}

TEST(LabRender, JsonHasTheCountsThatThePageRounds) {
  const auto [recording, scores] = Recorded();
  const auto json = ParseStrictJson(RenderLabJson(recording, scores), "scores").value();
  EXPECT_EQ(json["experiments"], 20);
  EXPECT_EQ(json["clock"], "cpu");
  EXPECT_EQ(json["ratios_at"], "+5 %");
  const auto& ours = json["rules"][0];
  EXPECT_EQ(ours["ours"], true);
  EXPECT_EQ(ours["false_positives"]["windows"], 20);
  EXPECT_EQ(ours["false_positives"]["found"].get<std::size_t>(), ours["found_in"]["A/A"].size());
  EXPECT_EQ(ours["power"]["+5 %"]["found"].get<std::size_t>(), ours["found_in"]["+5 %"].size());
  EXPECT_EQ(json["effects"].size(), 3u);
  EXPECT_EQ(json["effects"][0]["target_percent"], nullptr);
}

TEST(LabRender, SaysHowMuchOfThePlanIsThere) {
  LabRecording recording = MakeLabRecording(
      {3, 6, 3, 1000}, [](const LabPlan& p, int round, int arm) { return 100.0 + arm + 0.1 * p.run + 0.01 * round; });
  recording.processes.pop_back();
  const LabWindows windows = CutLabWindows(recording, Clock::kWall).value();
  const LabScores scores = ScoreLab(recording, windows, Clock::kWall, {}).value();
  const std::string page = RenderLab(recording, scores);
  EXPECT_THAT(page, HasSubstr("2 of 3 planned experiments are complete."));
  EXPECT_THAT(page, HasSubstr("wall time"));
}

TEST(LabRender, SaysWhatChangedWhenItWasResumed) {
  Scored scored = Recorded();
  EXPECT_THAT(RenderLab(scored.recording, scored.scores), ::testing::Not(HasSubstr("other conditions")));
  const EnvironmentCheck check{"governor", "powersave", "warning", "It was performance."};
  scored.recording.processes[7].changed_conditions = {check};
  scored.recording.processes[9].changed_conditions = {check};
  EXPECT_THAT(RenderLab(scored.recording, scored.scores), HasSubstr("governor: powersave."));
  const auto json = ParseStrictJson(RenderLabJson(scored.recording, scored.scores), "scores").value();
  EXPECT_EQ(json["changed_conditions"], nlohmann::ordered_json({"governor: powersave"}));
}

}  // namespace
}  // namespace firstbyte::report
