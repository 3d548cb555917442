// SPDX-License-Identifier: GPL-2.0-or-later
#include "report/gate_render.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <optional>
#include <sstream>
#include <string>

#include "report/gate_testing.h"
#include "report/testing.h"
#include "report/text.h"

namespace firstbyte::report {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

TEST(GateMarkdown, SameCodeIsItsOwnVerdictAndIsNotTested) {
  Judgement judgement = MixedJudgement();
  judgement.rows[1].same_code = true;
  const std::string text = RenderGateMarkdown(MakeResults(), judgement);
  EXPECT_THAT(text, HasSubstr("| compress patched    |  +0.1% |  -0.4%..+0.6% |     2% |  0.6% | same code    |"));
  EXPECT_THAT(text, HasSubstr("Holm over 2 rows"));
  EXPECT_THAT(text, HasSubstr("- same code: both engines execute the same"));
}

TEST(GateMarkdown, IsATableWithSentencesForWhatDidNotPass) {
  const std::string text = RenderGateMarkdown(MakeResults(), MixedJudgement());
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
  EXPECT_EQ(RenderGateMarkdown(MakeResults(), InvalidJudgement()), "### Invalid\n\nThere is no A/A arm.\n\n");
}

// Whoever reads the summary alone must see what whoever reads the report sees.
TEST(GateMarkdown, ListsWhatTheComparisonWarnsOf) {
  Judgement judgement = MixedJudgement();
  judgement.warnings = {{false, "3 of 12 runs were interrupted and resumed in another process."},
                        {false,
                         "After it was resumed or extended, it was measured under other conditions than those "
                         "shown: governor: <b>powersave</b>."}};
  const std::string text = RenderGateMarkdown(MakeResults(), judgement);
  EXPECT_THAT(text, HasSubstr("- 3 of 12 runs were interrupted and resumed in another process.\n"));
  EXPECT_THAT(text, HasSubstr("measured under other conditions"));
  EXPECT_THAT(text, Not(HasSubstr("<b>")));
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) EXPECT_LE(DisplayWidth(line), 80) << line;
  Judgement invalid = InvalidJudgement();
  invalid.warnings = {{true, "The CPU was emulated."}, {false, "1 of 12 runs were interrupted."}};
  EXPECT_EQ(RenderGateMarkdown(MakeResults(), invalid),
            "### Invalid\n\nThere is no A/A arm.\n\n- WARNING The CPU was emulated.\n- 1 of 12 runs were "
            "interrupted.\n");
}

TEST(GateMarkdown, OfResultsThatCouldNotBeReadThereIsASentence) {
  EXPECT_EQ(RenderGateMarkdown(std::nullopt, InvalidJudgement()), "### Invalid\n\nThere is no A/A arm.\n\n");
}

TEST(GateJunit, OfResultsThatCouldNotBeReadThereIsAnError) {
  const std::string xml = RenderGateJunit(std::nullopt, InvalidJudgement());
  EXPECT_THAT(xml, HasSubstr("tests=\"1\" failures=\"0\" errors=\"1\" skipped=\"0\">"));
  EXPECT_THAT(xml, HasSubstr("<error message=\"There is no A/A arm.\">"));
  EXPECT_THAT(xml, Not(HasSubstr("calibration")));
}

TEST(GateJunit, CountsFailuresAndErrors) {
  const std::string xml = RenderGateJunit(MakeResults(), MixedJudgement());
  EXPECT_THAT(xml, HasSubstr("tests=\"3\" failures=\"1\" errors=\"1\""));
  EXPECT_THAT(xml, HasSubstr("name=\"compress baseline: candidate against zstd-1.5.4\"><failure message=\"It is "
                             "&lt;slower&gt;.\">"));
  EXPECT_THAT(xml, HasSubstr("<error message=\"Nobody knows.\">"));
  EXPECT_THAT(xml, HasSubstr("<system-out>It is the same.</system-out>"));
  EXPECT_THAT(RenderGateJunit(MakeResults(), InvalidJudgement()),
              HasSubstr("<error message=\"There is no A/A arm.\">"));
}

}  // namespace
}  // namespace firstbyte::report
