// SPDX-License-Identifier: GPL-2.0-or-later
#include "report/plot_panels.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <numeric>
#include <set>

#include "report/testing.h"

namespace firstbyte::report {
namespace {

using ::testing::DoubleNear;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::SizeIs;

std::vector<Panel> PanelsOf(const Results& results) { return PlotPanels(results, Compare(results).value()).value(); }

// Runs of 1,000 + 10 x run, of which a patched operation takes half; the last round of all takes three times as long.
Results Climbing() {
  FixtureOptions options;
  options.runs = 4;
  options.rounds = 6;
  options.arms = {"baseline", "patched"};
  options.operation_names = {"compress"};
  options.wall_ns = [](const Arm& arm, int run, int round) {
    const double ns = 1000 + 10 * run + round;
    return (arm.name == "patched" ? ns / 2 : ns) * (run == 3 && round == 5 ? 3 : 1);
  };
  return MakeResults(options);
}

TEST(PlotPanels, HasTheNumbersOfTheTables) {
  const Results results = MakeResults();
  const Comparison comparison = Compare(results).value();
  const auto panels = PlotPanels(results, comparison).value();
  ASSERT_THAT(panels, SizeIs(2));
  EXPECT_EQ(panels[0].title, "compress");
  EXPECT_EQ(panels[1].title, "decompress");
  ASSERT_THAT(panels[0].arms, SizeIs(6)) << "`both vs cached` has no times of its own";
  const Group& group = comparison.groups[0];
  const double baseline = group.rows[0].median_ns;
  EXPECT_FALSE(panels[0].arms[0].interval_ns);
  for (const PanelArm& arm : panels[0].arms) {
    for (const Row& row : group.rows) {
      if (row.arm != arm.arm || (row.difference && row.reference != group.rows[0].arm)) continue;
      EXPECT_EQ(arm.median_ns, row.median_ns);
      if (!row.difference) continue;
      EXPECT_EQ(arm.interval_ns->low, baseline - row.difference->ns_interval->high);
      EXPECT_EQ(arm.interval_ns->high, baseline - row.difference->ns_interval->low);
    }
    EXPECT_THAT(arm.run_medians_ns, SizeIs(12));
    EXPECT_THAT(arm.round_percents, SizeIs(108));
    EXPECT_EQ(std::accumulate(arm.histogram.begin(), arm.histogram.end(), std::size_t{0}), 108u);
  }
  std::vector<int> cpuids;
  for (const PanelArm& arm : panels[0].arms) cpuids.push_back(arm.cpuids.value());
  EXPECT_THAT(cpuids, ElementsAre(4, 2, 0, 0, 0, 4));
}

TEST(PlotPanels, RoundsAreInTheirOrderAndInPercentOfTheArmsMedian) {
  const Panel panel = PanelsOf(Climbing())[0];
  EXPECT_EQ(panel.rounds, 24u);
  EXPECT_EQ(panel.rounds_per_run, 6u);
  EXPECT_EQ(panel.runs, 4u);
  for (const PanelArm& arm : panel.arms) {
    ASSERT_THAT(arm.round_percents, SizeIs(24));
    EXPECT_NEAR(arm.round_percents[0], 100 * (1000 / 1017.5 - 1), 0.01) << "below the median";
    EXPECT_NEAR(arm.round_percents[23], 100 * (3 * 1035 / 1017.5 - 1), 0.01) << "above it";
    EXPECT_LT(arm.round_percents[3], arm.round_percents[4]);
    EXPECT_EQ(arm.histogram.back(), 1u) << "what lies beyond is in the outermost bin";
  }
  EXPECT_THAT(panel.arms[0].run_medians_ns, ElementsAre(DoubleNear(1002.5, 0.01), DoubleNear(1012.5, 0.01),
                                                        DoubleNear(1022.5, 0.01), DoubleNear(1032.5, 0.01)));
  EXPECT_EQ(panel.shown_percent, 2);
  EXPECT_EQ(panel.beyond, 2u);
  EXPECT_EQ(BeyondText(panel), "2 rounds lie beyond");
  EXPECT_LT(panel.ns.low, 500);
  EXPECT_GT(panel.ns.high, 1031);
}

// One wild round of twenty is a twentieth, which need not be shown; two are more.
TEST(PlotPanels, ShowsNineteenOfTwentyRounds) {
  for (const int wild : {1, 2}) {
    FixtureOptions options;
    options.runs = 1;
    options.rounds = 20;
    options.arms = {"baseline"};
    options.operation_names = {"compress"};
    options.wall_ns = [wild](const Arm&, int, int round) { return round < wild ? 1300.0 : 1000.0 + round; };
    const Panel panel = PanelsOf(MakeResults(options))[0];
    EXPECT_EQ(panel.beyond, wild == 1 ? 1u : 0u);
    EXPECT_EQ(panel.shown_percent, wild == 1 ? 1 : 50);
  }
}

TEST(PlotPanels, EqualTimesStillHaveAScale) {
  FixtureOptions options;
  options.wall_ns = [](const Arm&, int, int) { return 5.0; };
  for (const Panel& panel : PanelsOf(MakeResults(options))) {
    EXPECT_LT(panel.ns.low, 5);
    EXPECT_GT(panel.ns.high, 5);
    EXPECT_GT(panel.shown_percent, 0);
    EXPECT_EQ(panel.arms[0].histogram[kHistogramBins / 2], 108u);
  }
}

TEST(PlotPanels, WildTimesStayInThePicture) {
  FixtureOptions options;
  options.wall_ns = [](const Arm&, int run, int round) { return (run + round) % 2 == 0 ? 1.0 : 1e9; };
  for (const Panel& panel : PanelsOf(MakeResults(options))) {
    EXPECT_EQ(panel.shown_percent, 100);
    for (const PanelArm& arm : panel.arms)
      EXPECT_EQ(std::accumulate(arm.histogram.begin(), arm.histogram.end(), std::size_t{0}), 108u);
  }
}

TEST(PlotPanels, ManyRoundsBecomeMedians) {
  FixtureOptions options;
  options.runs = 300;
  options.rounds = 4;
  options.arms = {"baseline", "patched"};
  const Panel panel = PanelsOf(MakeResults(options))[0];
  EXPECT_EQ(panel.rounds, 1200u);
  EXPECT_EQ(panel.rounds_per_point, 5u);
  EXPECT_EQ(panel.runs_per_point, 2u);
  EXPECT_THAT(panel.arms[0].round_percents, SizeIs(240));
  EXPECT_THAT(panel.arms[0].run_medians_ns, SizeIs(150));
  EXPECT_EQ(std::accumulate(panel.arms[0].histogram.begin(), panel.arms[0].histogram.end(), std::size_t{0}), 1200u)
      << "of all rounds";
}

TEST(PlotPanels, NamesAreShortAndTellArmsApart) {
  Results results = MakeResults();
  for (Arm& arm : results.arms) {
    if (arm.name == "cached") arm.name = std::string(199, 'x') + "1";
    if (arm.name == "both") arm.name = std::string(199, 'x') + "2";
    if (arm.name == "floor") arm.name = "a\nb\x1b[31m";
  }
  for (const Panel& panel : PanelsOf(results)) {
    std::set<std::string> names;
    for (const PanelArm& arm : panel.arms) {
      names.insert(arm.name);
      EXPECT_LE(arm.name.size(), 16u);
      EXPECT_EQ(arm.name.find_first_of("\n\x1b"), std::string::npos);
    }
    EXPECT_THAT(names, SizeIs(6));
  }
}

TEST(PlotPanels, SeveralEnginesHaveAPanelEachAndUnknownOnesNoCpuids) {
  FixtureOptions options;
  options.engines = {"zstd-1.5.4", "candidate"};
  const auto panels = PanelsOf(MakeResults(options));
  ASSERT_THAT(panels, SizeIs(4));
  std::set<std::string> titles;
  for (const Panel& panel : panels) titles.insert(panel.title);
  EXPECT_THAT(titles, ElementsAre("compress, candidate", "compress, zstd-1.5.4", "decompress, candidate",
                                  "decompress, zstd-1.5.4"));
  for (const Panel& panel : panels) {
    EXPECT_EQ(panel.arms[0].cpuids.has_value(), panel.engine == "zstd-1.5.4");
    if (panel.engine == "candidate") {
      EXPECT_THAT(panel.arms[0].cpuids_unknown, HasSubstr("is not known"));
    }
  }
}

TEST(CpuidsUnknown, SaysEachReasonOnce) {
  Panel panel;
  const auto arm = [&panel](std::optional<int> cpuids, const char* why) {
    PanelArm one;
    one.cpuids = cpuids;
    one.cpuids_unknown = why;
    panel.arms.push_back(one);
  };
  arm(2, "");
  EXPECT_EQ(CpuidsUnknown(panel), "");
  arm({}, "Nobody counted.");
  arm({}, "It is another case.\x1b");
  arm({}, "Nobody counted.");
  EXPECT_EQ(CpuidsUnknown(panel), "Nobody counted. It is another case.?");
}

TEST(Thinned, KeepsTheRest) {
  EXPECT_THAT(Thinned({1, 2, 3}, 1), ElementsAre(1, 2, 3));
  EXPECT_THAT(Thinned({1, 5, 3, 7, 9}, 2), ElementsAre(3, 5, 9));
  EXPECT_THAT(Thinned({}, 2), SizeIs(0));
}

}  // namespace
}  // namespace firstbyte::report
