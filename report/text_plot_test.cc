// SPDX-License-Identifier: GPL-2.0-or-later
#include "report/text_plot.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <sstream>

#include "report/phase_testing.h"
#include "report/testing.h"
#include "report/text.h"

namespace firstbyte::report {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

// A panel by hand: 50 columns are the picture's.
Panel Small() {
  Panel panel{"compress", "zstd-1.5.4", "compress", {}, 6, 2, 1, 3, 1, {1000, 2000}, 10, 0};
  PanelArm baseline{"baseline", 0, 1500, {}, {1000, 1500, 2000}, {-10, 0, 10, 20, -10, 0}, {}, 4, ""};
  baseline.histogram.assign(kHistogramBins, 0);
  baseline.histogram[0] = 2;
  baseline.histogram[20] = 8;
  baseline.histogram[40] = 4;
  PanelArm patched{"patched",          1,  1100,           Interval{1050, 1200}, {1100}, {0, 0, 0, 0, 0, 0},
                   baseline.histogram, {}, "Nobody knows."};
  panel.arms = {baseline, patched};
  return panel;
}

std::string Line(const std::string& text, const std::string& start) {
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) {
    if (line.starts_with(start)) return line;
  }
  return "no such line";
}

TEST(RunMediansText, PutsRunsMediansAndIntervalsOnOneScale) {
  const std::string text = RunMediansText(Small());
  const std::string space(17, ' ');
  EXPECT_THAT(text, HasSubstr(space + "1,000" + std::string(41, ' ') + "2,000\n"));
  const std::string baseline = Line(text, "baseline");
  EXPECT_EQ(baseline[17], 'o');
  EXPECT_EQ(baseline[17 + 25], '|');
  EXPECT_EQ(baseline[17 + 50], 'o');
  EXPECT_TRUE(baseline.ends_with(" 1,500"));
  EXPECT_THAT(Line(text, "patched"), HasSubstr("   ==|=====   ")) << "a run lies under the median";
}

TEST(RoundsText, IsAsHighAsARoundWasSlow) {
  const std::string text = RoundsText(Small());
  EXPECT_EQ(Line(text, "baseline"), "baseline         ▁▅██▁▅");
  EXPECT_EQ(Line(text, "patched"), "patched          ▅▅▅▅▅▅");
  EXPECT_THAT(text, HasSubstr("▁ 10 % less time than the arm's median .. █ 10 % more\n"));
}

TEST(RoundsText, SaysWhatAColumnIsAndWhatLiesBeyond) {
  Panel panel = Small();
  panel.arms[0].round_percents.assign(102, 0);
  panel.rounds = 510;
  panel.rounds_per_point = 5;
  panel.beyond = 1;
  std::string text = RoundsText(panel);
  std::replace(text.begin(), text.end(), '\n', ' ');
  EXPECT_THAT(text, HasSubstr("each column the median of 10 rounds; 1 round lies beyond"));
}

TEST(HistogramText, OneRoundIsSeen) {
  const std::string text = HistogramText(Small());
  EXPECT_EQ(Line(text, "baseline"), "baseline         ▂" + std::string(19, ' ') + "█" + std::string(19, ' ') + "▄");
  EXPECT_THAT(text, HasSubstr("                 -10 %" + std::string(31, ' ') + "+10 %\n"));
}

TEST(CpuidsText, SaysWhyThereIsNoNumber) {
  EXPECT_EQ(CpuidsText(Small()),
            "compress: CPUIDs per request\nbaseline         #### 4\npatched          not known\nNobody knows.\n");
}

TEST(RenderTextPlots, FitsATerminalWhateverAFileSays) {
  FixtureOptions options;
  options.engines = {"zstd-1.5.4", "candidate"};
  options.wall_ns = [](const Arm& arm, int run, int round) { return arm.name == "patched" ? 1e12 + run : 3.0 + round; };
  Results results = MakeResults(options);
  for (Arm& arm : results.arms) {
    if (arm.name == "floor") arm.name = "\x1b[31mä" + std::string(190, 'y');
  }
  const PhaseAttribution attribution{Attribute(RoundPhases()), "by hand"};
  const auto panels = PlotPanels(results, Compare(results).value()).value();
  const std::string text = RenderTextPlots(panels, &attribution);
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) {
    EXPECT_LE(DisplayWidth(line), 80) << line;
    EXPECT_EQ(Printable(line), line);
    EXPECT_FALSE(line.ends_with(' ')) << line;
  }
  EXPECT_THAT(text, HasSubstr("# CPUID  s other set-up"));
  EXPECT_THAT(text, Not(HasSubstr("```")));
  EXPECT_THAT(RenderTextPlots(panels, nullptr), Not(HasSubstr("set-up")));
}

}  // namespace
}  // namespace firstbyte::report
