// SPDX-License-Identifier: GPL-2.0-or-later
#include "report/evidence_markdown.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <sstream>
#include <string>
#include <utility>

#include "report/testing.h"
#include "report/text.h"

namespace firstbyte::report {
namespace {

using ::testing::ContainsRegex;
using ::testing::EndsWith;
using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::StartsWith;

std::string Render(const Results& results, Clock clock = Clock::kWall) {
  return RenderEvidence(results, Compare(results, clock).value());
}

// Each item of the list in one line.
std::string Unwrapped(std::string text) {
  for (std::size_t at = text.find("\n  "); at != std::string::npos; at = text.find("\n  ")) text.replace(at, 3, " ");
  return text;
}

FixtureOptions TwoArms() {
  FixtureOptions options;
  options.arms = {"baseline", "patched", "A/A"};
  options.operation_names = {"compress"};
  options.wall_ns = [](const Arm& arm, int run, int round) {
    return (arm.name == "patched" ? 15050 + 10.0 * run : 16675) + 10.0 * (round - 4) + (run % 3 - 1);
  };
  return options;
}

void ForEachSample(Results& results, const std::function<void(Sample&, const Arm&, int run, int round)>& visit) {
  for (Run& run : results.runs) {
    for (Round& round : run.rounds) {
      for (Sample& sample : round.samples)
        visit(sample, results.arms[static_cast<std::size_t>(sample.arm)], run.run, round.round);
    }
  }
}

// Nothing disturbed, and thread CPU time that says the opposite of `saved` of the patched arm's wall time.
Results Undisturbed() {
  Results results = MakeResults(TwoArms());
  ForEachSample(results, [](Sample& sample, const Arm&, int, int) { sample.involuntary_switches = 0; });
  return results;
}

void SetPatchedCpu(Results& results, double factor) {
  ForEachSample(results, [&](Sample& sample, const Arm& arm, int run, int) {
    const double noise = 1 + 0.001 * (run % 2 == 0 ? 1 : -1);
    sample.cpu_ns = arm.name == "patched" ? std::llround(16675000 * factor * noise) : 16675000;
  });
}

TEST(RenderEvidence, BothClocksSideBySide) {
  EXPECT_EQ(Render(Undisturbed()),
            "| saved, % | wall | interval | CPU | interval | verdict |\n"
            "|:---------|-----:|---------:|----:|---------:|:--------|\n"
            "| compress |      |          |     |          |         |\n"
            "|  patched |  9.4 | 9.3..9.6 | 9.4 | 9.3..9.6 | faster  |\n"
            "|  A/A     |  0.0 | 0.0..0.0 | 0.0 | 0.0..0.0 | passed  |\n"
            "\n"
            "The same differences by both clocks, with 95 % intervals; CPU: the thread's CPU\n"
            "time. A verdict of one clock alone names it.\n"
            "\n"
            "- compress: changes of 0.2% (wall) and 0.2% (CPU) are found in four of five such\n"
            "  measurements\n"
            "- disturbed rounds (by involuntary switches, migrations, major faults, steal):\n"
            "  none\n");
}

TEST(RenderEvidence, IsTheSameWhicheverClockTheReportShows) {
  const Results results = MakeResults();
  const std::string wall = Render(results);
  const std::string cpu = Render(results, Clock::kThreadCpu);
  EXPECT_EQ(wall.substr(0, wall.find("\n- ")), cpu.substr(0, cpu.find("\n- ")));
}

TEST(RenderEvidence, AVerdictOfOneClockNamesIt) {
  Results results = Undisturbed();
  SetPatchedCpu(results, 1);
  EXPECT_THAT(Render(results), HasSubstr("| faster (wall) |"));
  SetPatchedCpu(results, 1.1);
  EXPECT_THAT(Render(results), HasSubstr("| contradict |"));
  ForEachSample(results, [](Sample& sample, const Arm& arm, int run, int) {
    if (arm.name == "patched") sample.wall_ns = 16675000 + (run % 2 == 0 ? 1000 : -1000);
  });
  EXPECT_THAT(Render(results), HasSubstr("| slower (CPU) |"));
}

TEST(RenderEvidence, AFailedControlOfOneClockIsNotLost) {
  Results results = Undisturbed();
  ForEachSample(results, [](Sample& sample, const Arm& arm, int run, int) {
    if (arm.name == "A/A") sample.cpu_ns = 15000000 + run;
  });
  EXPECT_THAT(Render(results), HasSubstr("| FAILED (CPU) |"));
}

TEST(RenderEvidence, UnresolvedRowsSayWhatTheyWouldHaveShown) {
  FixtureOptions options = TwoArms();
  options.wall_ns = [](const Arm& arm, int run, int) {
    return arm.name == "patched" ? 1000.0 + (run % 2 == 0 ? 20 : -20) : 1000.0;
  };
  // D = +-2.0 %, so that s = 2.09 % and 0.888 s = 1.9 %.
  const std::string text = Unwrapped(Render(MakeResults(options)));
  EXPECT_THAT(text, HasSubstr("changes of 1.9% (wall) and 1.9% (CPU) are found in four of five"));
  EXPECT_THAT(text, HasSubstr("unresolved: patched (1.9%)"));
}

TEST(RenderEvidence, SaysWhatDisturbedRoundsWereWorth) {
  Results results = Undisturbed();
  // In two rounds of each run the baseline was interrupted, and took twice as long.
  ForEachSample(results, [](Sample& sample, const Arm& arm, int, int round) {
    if (arm.name != "baseline" || round > 1) return;
    sample.involuntary_switches = 1;
    sample.wall_ns *= 2;
  });
  // Seven of nine rounds are left, so that each run's median is that of rounds that scatter as the others.
  EXPECT_THAT(
      Unwrapped(Render(results)),
      ContainsRegex("steal\\): up to 24 of 108 of a row, none left out above; without them no estimate moves by "
                    "more than 0\\.0[0-9] points \\(compress "));
  ForEachSample(results, [](Sample& sample, const Arm&, int run, int) {
    if (run == 0) sample.migrations = 1;
  });
  EXPECT_THAT(Unwrapped(Render(results)), EndsWith("none left out above; in 2 of 2 rows some run has no other\n"));
}

TEST(RenderEvidence, WhatWasNotCountedIsSaid) {
  Results results = Undisturbed();
  ForEachSample(results, [](Sample& sample, const Arm&, int, int) { sample.steal_ticks.reset(); });
  results.not_measured["steal_ticks"] = "No such file.";
  EXPECT_THAT(Unwrapped(Render(results)), EndsWith("major faults): none; not known: steal (No such file.)\n"));
  for (const Disturbance& one : kDisturbances) {
    ForEachSample(results, [&](Sample& sample, const Arm&, int, int) { (sample.*one.count).reset(); });
    results.not_measured[one.field] = "Nobody looked.";
  }
  EXPECT_THAT(Unwrapped(Render(results)),
              HasSubstr("- disturbed rounds; not known: involuntary switches (Nobody looked.), "));
}

TEST(RenderEvidence, WithoutThreadCpuTimeTheReasonStandsOnce) {
  Results results = Undisturbed();
  ForEachSample(results, [](Sample& sample, const Arm&, int, int) { sample.cpu_ns.reset(); });
  results.not_measured["cpu_ns"] = "The | clock is missing.";
  const std::string text = Unwrapped(Render(results));
  EXPECT_THAT(text, StartsWith("- one clock alone: "));
  EXPECT_THAT(text, HasSubstr("The \\| clock is missing."));
  EXPECT_THAT(text, Not(HasSubstr("saved, %")));
  EXPECT_THAT(text, HasSubstr("changes of 0.2% (wall) are found"));
}

TEST(RenderEvidence, OneRunFindsNothingAndSaysNothingOfIt) {
  FixtureOptions options = TwoArms();
  options.runs = 1;
  const std::string text = Render(MakeResults(options));
  EXPECT_THAT(text, Not(HasSubstr("are found")));
  EXPECT_THAT(text, HasSubstr("| untested"));
}

TEST(RenderEvidence, EnginesHaveTablesOfTheirOwn) {
  FixtureOptions options = TwoArms();
  options.engines = {"zstd-1.5.4", "cand*date"};
  const std::string text = Render(MakeResults(options));
  EXPECT_THAT(text, HasSubstr("zstd-1.5.4:\n\n| saved, %"));
  EXPECT_THAT(text, HasSubstr("cand\\*date, deltas against the same arm of zstd-1.5.4:\n\n| saved, %"));
  EXPECT_THAT(text, HasSubstr("- compress of cand\\*date against zstd-1.5.4: changes of under"));
  EXPECT_THAT(Unwrapped(text), HasSubstr("; unresolved: baseline (under 0.1%), patched (under 0.1%)\n"));
}

// The widest that the header promises: negative ends of two digits in all four places, and the longest names and
// verdicts.
TEST(RenderEvidence, FitsATerminal) {
  FixtureOptions options;
  options.wall_ns = [](const Arm& arm, int run, int round) {
    const double factor = arm.name == "both" ? 1.6 : arm.name == "cached" ? 1.2 : 1;
    return 20000 * factor * (1 + 0.08 * std::sin(7.0 * run + static_cast<double>(arm.name.size() % 3)) + 0.001 * round);
  };
  Results results = MakeResults(options);
  ForEachSample(results,
                [](Sample& sample, const Arm&, int run, int) { sample.cpu_ns = *sample.cpu_ns + 200000 * (run % 3); });
  std::istringstream lines(Render(results));
  for (std::string line; std::getline(lines, line);) EXPECT_LE(DisplayWidth(line), 80) << line;
}

}  // namespace
}  // namespace firstbyte::report
