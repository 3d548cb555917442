// SPDX-License-Identifier: GPL-2.0-or-later
// That every table says once why nothing was counted, or has the counts and no zeros; on results that are made up, so
// that it does not depend on the machine.
#include "report/counts_markdown.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <sstream>
#include <string>

#include "report/markdown.h"
#include "report/phase_markdown.h"
#include "report/phase_testing.h"
#include "report/testing.h"
#include "report/text.h"

namespace firstbyte::report {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

constexpr char kNoPmu[] = "no hardware PMU (ENOENT)";

std::string Render(const Results& results) { return RenderMarkdown(results, Compare(results).value()); }

std::string Part(const Results& results) { return RenderCounts(results, Compare(results).value()); }

int LinesWith(const std::string& text, const std::string& part) {
  std::istringstream lines(text);
  int count = 0;
  for (std::string line; std::getline(lines, line);) count += line.find(part) != std::string::npos ? 1 : 0;
  return count;
}

FixtureOptions TwoArms(bool counters) {
  FixtureOptions options;
  options.arms = {"baseline", "patched", "A/A"};
  options.operation_names = {"compress"};
  options.counters = counters;
  options.wall_ns = [](const Arm& arm, int, int round) { return (arm.name == "patched" ? 800.0 : 1000.0) + round - 4; };
  return options;
}

TEST(RenderCounts, WithoutAPmuEachPageSaysSoOnce) {
  for (const bool check_too : {false, true}) {
    Results results = MakeResults();
    if (check_too) {
      results.context.environment.push_back(
          {kCountersCheck, "none", "not applicable", "no hardware PMU (ENOENT), as in many virtual machines: cycles."});
    }
    const std::string page = Render(results);
    EXPECT_EQ(LinesWith(page, kNoPmu), 1) << page;
    EXPECT_THAT(page,
                HasSubstr("\n- cycles and instructions: no hardware PMU (ENOENT), as in many virtual machines\n"));
    EXPECT_THAT(page, Not(HasSubstr("IPC")));
  }
}

// A warning has its reason among the conditions elsewhere; here that would be twice.
TEST(RenderCounts, ACauseThatIsAWarningIsSaidOnceToo) {
  Results results = MakeResults();
  const std::string cause = "EACCES: kernel.perf_event_paranoid is 3, and this process has no CAP_PERFMON";
  for (auto& [field, reason] : results.not_measured) {
    if (field != "tsc_ticks") reason = cause;
  }
  results.context.environment.push_back({kCountersCheck, "none", "warning", "cycles not available (" + cause + ")."});
  EXPECT_EQ(LinesWith(Render(results), "EACCES"), 1);
  EXPECT_THAT(Render(results), HasSubstr("environment checks: 2 ok, 2 warning, 1 not applicable"));
}

TEST(RenderCounts, ReasonsThatDifferAreBothSaid) {
  Results results = MakeResults();
  results.not_measured["cycles"] = "cycles opened but did not count";
  EXPECT_EQ(Part(results),
            "- cycles: cycles opened but did not count; instructions: no hardware PMU\n  (ENOENT), as in many virtual "
            "machines\n");
}

TEST(RenderCounts, WhereCountedEachArmHasItsNumbersAndWhatItSaves) {
  EXPECT_EQ(Part(MakeResults(TwoArms(true))),
            "| arm (counts) | instructions | saved | cycles | saved |  IPC |\n"
            "|:-------------|-------------:|------:|-------:|------:|-----:|\n"
            "| compress     |              |       |        |       |      |\n"
            "|  baseline    |        3,000 |       |  2,000 |       | 1.50 |\n"
            "|  patched     |        2,400 | 20.0% |  1,600 | 20.0% | 1.50 |\n"
            "|  A/A         |        3,000 |  0.0% |  2,000 |  0.0% | 1.50 |\n"
            "\n"
            "Counted in user mode, per operation, median of rounds. saved: against the\n"
            "baseline; IPC: instructions per cycle.\n");
  EXPECT_EQ(LinesWith(Render(MakeResults(TwoArms(true))), "no hardware PMU"), 0);
}

TEST(RenderCounts, EachArmStandsInItOnce) {
  FixtureOptions options;
  options.counters = true;
  EXPECT_EQ(LinesWith(Part(MakeResults(options)), "|  both"), 2)
      << "of compress and of decompress; not again vs cached";
  options.engines = {"zstd-1.5.4", "candidate"};
  const std::string part = Part(MakeResults(options));
  EXPECT_EQ(LinesWith(part, "|  patched"), 4);
  EXPECT_THAT(part, HasSubstr("| decompress candidate"));
}

TEST(RenderCounts, WhatWasNotCountedIsEmptyNotZero) {
  Results results = MakeResults(TwoArms(true));
  results.not_measured["cycles"] = "cycles opened but did not count";
  for (auto& run : results.runs) {
    for (Round& round : run.rounds) {
      for (Sample& sample : round.samples) sample.cycles.reset();
    }
  }
  EXPECT_THAT(Part(results), HasSubstr("|  patched     |        2,400 | 20.0% |        |       |     |\n"));
}

TEST(RenderCounts, SaysHowMuchWasSeen) {
  Results results = MakeResults(TwoArms(true));
  for (const char* field : {"cycles", "instructions", "branches", "branch_misses", "counters_permille"})
    results.not_measured[field] = "where it is null, others had the counters";
  results.runs[0].rounds[0].samples[0].counters_permille = 523;
  Sample& none = results.runs[0].rounds[0].samples[1];
  none.cycles = none.instructions = none.branches = none.branch_misses = none.counters_permille = std::nullopt;
  EXPECT_THAT(Part(results), HasSubstr("323 of 324 blocks were counted. Scaled:\nin the worst block"));
  EXPECT_THAT(Part(results), HasSubstr("52.3 %"));
}

TEST(RenderCounts, StaysWithin80Columns) {
  for (const double ns : {1.0, 40'000.0, 3e6, 9e7, 9e10}) {
    FixtureOptions options;
    options.counters = true;
    options.operations = 10;
    options.runs = 1;
    options.wall_ns = [ns](const Arm& arm, int, int) { return arm.name == "baseline" ? 10.0 : ns; };
    std::istringstream lines(Part(MakeResults(options)));
    for (std::string line; std::getline(lines, line);) EXPECT_LE(DisplayWidth(line), 80) << line;
  }
}

TEST(CountersLine, IsInTheReportOfPhasesOnce) {
  PhaseResults results = RoundPhases();
  const auto page = [&results] { return RenderPhases(results, Summarise(results)); };
  EXPECT_EQ(LinesWith(page(), "counters"), 0) << "measured by a version without the check";
  results.environment.push_back(
      {kCountersCheck, "none", "not applicable",
       "no hardware PMU (ENOENT), as in many virtual machines: cycles, instructions not available."});
  EXPECT_EQ(LinesWith(page(), kNoPmu), 1);
  results.environment.back() = {kCountersCheck, "cycles:u", "ok", ""};
  EXPECT_EQ(LinesWith(page(), "counters"), 0);
}

}  // namespace
}  // namespace firstbyte::report
