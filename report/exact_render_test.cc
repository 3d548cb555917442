// SPDX-License-Identifier: GPL-2.0-or-later
#include "report/exact_render.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "report/exact_testing.h"

namespace firstbyte::report {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

ExactJudgement OneCpuidMore() {
  const ExactCounts recorded = CountsForTest();
  ExactCounts now = recorded;
  now.rows[0].cells.cpuids = 5;
  return JudgeExact(now, &recorded, false);
}

ExactJudgement NotMeasured() {
  const ExactCounts recorded = CountsForTest();
  return JudgeExact(UncountedForTest(), &recorded, false);
}

TEST(ExactRender, TablesOfCounts) {
  const std::string text = RenderCountsMarkdown(CountsForTest());
  EXPECT_THAT(text, HasSubstr("| compress baseline |      4 |   263,514.48 | 67,567.50 | 487,212.78 |"));
  EXPECT_THAT(text, HasSubstr("reset"));
  EXPECT_THAT(text, HasSubstr("125,000"));
  EXPECT_THAT(text, Not(HasSubstr("not measured")));
}

TEST(ExactRender, WhatWasNotCountedSaysWhy) {
  const std::string text = RenderCountsMarkdown(UncountedForTest());
  EXPECT_THAT(text, HasSubstr("| compress baseline | not measured |"));
  EXPECT_THAT(text, HasSubstr("not measured: there is no qemu"));
}

TEST(ExactRender, Markdown) {
  EXPECT_THAT(RenderExactMarkdown(OneCpuidMore()), HasSubstr("### Exact counts: regressed"));
  EXPECT_THAT(RenderExactMarkdown(OneCpuidMore()), HasSubstr("5 CPUIDs, 4 recorded"));
  EXPECT_THAT(RenderExactMarkdown(NotMeasured()), HasSubstr("- not measured: there is no qemu"));
}

TEST(ExactRender, Junit) {
  const std::string alone = RenderExactJunit(OneCpuidMore());
  EXPECT_THAT(alone, HasSubstr("tests=\"2\" failures=\"1\" errors=\"0\" skipped=\"0\""));
  EXPECT_THAT(alone, HasSubstr("<failure message=\"compress baseline of zstd-1.5.4: 5 CPUIDs, 4 recorded (+1).\">"));
  const std::string both = WithExactSuite("<testsuites>\n</testsuites>\n", NotMeasured());
  EXPECT_THAT(both, HasSubstr("<skipped message=\"there is no qemu-x86_64 on PATH\">"));
  EXPECT_TRUE(both.ends_with("</testsuite>\n</testsuites>\n"));
}

}  // namespace
}  // namespace firstbyte::report
