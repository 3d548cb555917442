// SPDX-License-Identifier: GPL-2.0-or-later
#include "report/gate_render.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <sstream>
#include <string>

#include "report/testing.h"
#include "report/text.h"

namespace firstbyte::report {
namespace {

using Json = nlohmann::json;
using ::testing::HasSubstr;
using ::testing::Not;

Judgement Mixed() {
  Judgement judgement;
  judgement.clock_name = "CLOCK_THREAD_CPUTIME_ID";
  judgement.clock_reason = "the wall clock scatters 6.0 times as much between runs";
  judgement.look = {12, 0.01};
  judgement.next_look = Look{24, 0.015};
  const auto row = [](const char* name, double change, GateVerdict verdict, const char* sentence) {
    RowJudgement judged;
    judged.row = name;
    judged.engine = "candidate";
    judged.reference_engine = "zstd-1.5.4";
    judged.change_percent = change;
    judged.interval_percent = Interval{change - 0.5, change + 0.5};
    judged.p = 0.001;
    judged.adjusted_p = 0.003;
    judged.margin_percent = 2;
    judged.detectable_percent = 0.61;
    judged.verdict = verdict;
    judged.sentence = sentence;
    return judged;
  };
  judgement.rows = {row("compress baseline", 4.04, GateVerdict::kRegressed, "It is <slower>."),
                    row("compress patched", 0.1, GateVerdict::kEquivalent, "It is the same."),
                    row("decompress baseline", 1.9, GateVerdict::kInconclusive, "Nobody knows.")};
  judgement.verdict = GateVerdict::kRegressed;
  judgement.sentence = "1 of 3 rows regressed.";
  return judgement;
}

Judgement Invalid() {
  Judgement judgement;
  judgement.clock_name = "CLOCK_MONOTONIC_RAW";
  judgement.sentence = "There is no A/A arm.";
  return judgement;
}

TEST(GateMarkdown, SameCodeIsItsOwnVerdictAndIsNotTested) {
  Judgement judgement = Mixed();
  judgement.rows[1].same_code = true;
  const std::string text = RenderGateMarkdown(MakeResults(), judgement);
  EXPECT_THAT(text, HasSubstr("| compress patched    |  +0.1% |  -0.4%..+0.6% |     2% |  0.6% | same code    |"));
  EXPECT_THAT(text, HasSubstr("Holm over 2 rows"));
  EXPECT_THAT(text, HasSubstr("- same code: both engines execute the same"));
  const Json json = Json::parse(RenderGateJson(MakeResults(), judgement));
  EXPECT_EQ(json["rows"][1]["same_code"], true);
  EXPECT_EQ(json["rows"][1]["verdict"], "equivalent");
  EXPECT_EQ(json["rows"][0]["same_code"], false);
}

TEST(GateMarkdown, IsATableWithSentencesForWhatDidNotPass) {
  const std::string text = RenderGateMarkdown(MakeResults(), Mixed());
  EXPECT_THAT(text, HasSubstr(R"(### Regressed

1 of 3 rows regressed.

candidate against zstd-1.5.4:

| time of             | change | 99 % interval | margin | finds | verdict      |
|:--------------------|-------:|--------------:|-------:|------:|:-------------|
| compress baseline   |  +4.0% |  +3.5%..+4.5% |     2% |  0.6% | regressed    |
| compress patched    |  +0.1% |  -0.4%..+0.6% |     2% |  0.6% | equivalent   |
| decompress baseline |  +1.9% |  +1.4%..+2.4% |     2% |  0.6% | inconclusive |
)"));
  EXPECT_THAT(text, HasSubstr("- Nobody knows.\n"));
  EXPECT_THAT(text, Not(HasSubstr("It is the same.")));
  EXPECT_THAT(text, Not(HasSubstr("It is <slower>"))) << "a name of a file must not be markup";
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) EXPECT_LE(DisplayWidth(line), 80) << line;
}

TEST(GateMarkdown, SaysWhyNothingWasJudged) {
  EXPECT_EQ(RenderGateMarkdown(MakeResults(), Invalid()), "### Invalid\n\nThere is no A/A arm.\n\n");
}

TEST(GateJson, HasEveryNumber) {
  const Json json = Json::parse(RenderGateJson(MakeResults(), Mixed()));
  EXPECT_EQ(json["schema"], "firstbyte-gate/1");
  EXPECT_EQ(json["verdict"], "regressed");
  EXPECT_EQ(json["alpha"], 0.01);
  EXPECT_EQ(json["next_look_runs"], 24);
  ASSERT_EQ(json["rows"].size(), 3u);
  EXPECT_EQ(json["rows"][0]["change_percent"], 4.04);
  EXPECT_EQ(json["rows"][2]["verdict"], "inconclusive");
  const Json invalid = Json::parse(RenderGateJson(MakeResults(), Invalid()));
  EXPECT_TRUE(invalid["alpha"].is_null());
  EXPECT_TRUE(invalid["next_look_runs"].is_null());
  EXPECT_TRUE(invalid["rows"].empty());
  EXPECT_EQ(invalid["null_reasons"]["alpha"], "Nothing was judged.");
}

TEST(GateJunit, CountsFailuresAndErrors) {
  const std::string xml = RenderGateJunit(MakeResults(), Mixed());
  EXPECT_THAT(xml, HasSubstr("tests=\"3\" failures=\"1\" errors=\"1\""));
  EXPECT_THAT(xml, HasSubstr("name=\"compress baseline: candidate against zstd-1.5.4\"><failure message=\"It is "
                             "&lt;slower&gt;.\">"));
  EXPECT_THAT(xml, HasSubstr("<error message=\"Nobody knows.\">"));
  EXPECT_THAT(xml, HasSubstr("<system-out>It is the same.</system-out>"));
  EXPECT_THAT(RenderGateJunit(MakeResults(), Invalid()), HasSubstr("<error message=\"There is no A/A arm.\">"));
}

}  // namespace
}  // namespace firstbyte::report
