// SPDX-License-Identifier: GPL-2.0-or-later
#include "report/markdown.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <sstream>
#include <string>

#include "report/testing.h"
#include "report/text.h"

namespace firstbyte::report {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

std::string Render(const Results& results, Clock clock = Clock::kWall) {
  return RenderMarkdown(results, Compare(results, clock).value());
}

FixtureOptions TwoArms() {
  FixtureOptions options;
  options.arms = {"baseline", "patched", "A/A"};
  options.operation_names = {"compress"};
  options.wall_ns = [](const Arm& arm, int run, int round) {
    return (arm.name == "patched" ? 15050 + run : 16675) + 10.0 * (round - 4) + (run % 3 - 1);
  };
  return options;
}

// Pipes that are escaped and end no cell.
long Escaped(const std::string& line) {
  long count = 0;
  for (std::size_t at = line.find("\\|"); at != std::string::npos; at = line.find("\\|", at + 1)) ++count;
  return count;
}

// The patched median is 15,055.5: printed deltas come from unrounded medians, so 1,620 is not the difference of the
// printed ones.
TEST(RenderMarkdown, WholePage) {
  EXPECT_EQ(Render(MakeResults(TwoArms())),
            "**bare metal**, 2026-11-30T12:00:00Z, Firstbyte 0.1.0\n"
            "\n"
            "- cpu model: Example CPU 8321\n"
            "- kernel: 6.1.0-18-amd64\n"
            "- WARNING governor: powersave. The frequency follows the load; use the governor\n"
            "  performance.\n"
            "- environment checks: 2 ok, 1 warning, 1 not applicable\n"
            "- pinned to CPU 1; placement drawn with seed 18446744073709551615\n"
            "- engine zstd-1.5.4: libzstd_1.5.4+dfsg2.orig.tar.xz (sha256 8cf4bbb65e77), gcc\n"
            "  12.2.0 -O2 -g; live (000000000000), cached (000000000000)\n"
            "- requests: 4,096 bytes, linear, level 3; 64 built-in pages (mixed, seed 1),\n"
            "  cycled in order\n"
            "\n"
            "```\n"
            "                  baseline    patched     delta\n"
            "  bare metal\n"
            "    compress      16,675 ns   15,056 ns   1,620 ns   9.7%\n"
            "```\n"
            "\n"
            "| arm (ns)  | median | delta |    % | 95 % interval | verdict |\n"
            "|:----------|-------:|------:|-----:|--------------:|:--------|\n"
            "| compress  |        |       |      |               |         |\n"
            "|  baseline | 16,675 |       |      |               |         |\n"
            "|  patched  | 15,056 | 1,620 | 9.7% |  1,617..1,622 | faster  |\n"
            "|  A/A      | 16,675 |     0 | 0.0% |      0.0..0.0 | passed  |\n"
            "\n"
            "12 runs x 9 rounds x 1,000 operations, median of per-round means,\n"
            "CLOCK_MONOTONIC_RAW. delta: what an operation saves against the baseline, or the\n"
            "arm behind vs; interval: of that, from differences within rounds, tested over\n"
            "runs. A/A: a second copy of the baseline.\n"
            "\n"
            "| saved, % | wall | interval | CPU | interval | verdict |\n"
            "|:---------|-----:|---------:|----:|---------:|:--------|\n"
            "| compress |      |          |     |          |         |\n"
            "|  patched |  9.7 | 9.7..9.7 | 9.7 | 9.7..9.7 | faster  |\n"
            "|  A/A     |  0.0 | 0.0..0.0 | 0.0 | 0.0..0.0 | passed  |\n"
            "\n"
            "The same differences by both clocks, with 95 % intervals; CPU: the thread's CPU\n"
            "time. A verdict of one clock alone names it.\n"
            "\n"
            "- compress: changes of under 0.1% (wall) and under 0.1% (CPU) are found in four\n"
            "  of five such measurements\n"
            "- disturbed rounds (by involuntary switches, migrations, major faults, steal):\n"
            "  up to 108 of 108 of a row, none left out above; in 2 of 2 rows some run has no\n"
            "  other\n"
            "- cycles and instructions: no hardware PMU (ENOENT), as in many virtual machines\n");
}

// The widest cells that the design promises to fit: every time of five digits, deltas and intervals that are negative.
TEST(RenderMarkdown, TablesAreAtMost80ColumnsWide) {
  for (const double arm_ns : {99999.0, 10000.0}) {
    FixtureOptions options;
    options.wall_ns = [arm_ns](const Arm& arm, int run, int) {
      return arm.name == "baseline" ? 50000.0 : run % 2 == 0 ? arm_ns : std::min(99999.0, arm_ns + 30000.0 * (run % 5));
    };
    std::istringstream page(Render(MakeResults(options)));
    int rows = 0;
    for (std::string line; std::getline(page, line);) {
      if (line.empty() || line[0] != '|') continue;
      ++rows;
      EXPECT_LE(DisplayWidth(line), 80) << line;
    }
    EXPECT_EQ(rows, 34);
  }
}

TEST(RenderMarkdown, FewRunsHaveNoInterval) {
  FixtureOptions options = TwoArms();
  options.runs = 5;
  const std::string page = Render(MakeResults(options));
  EXPECT_THAT(page, HasSubstr("|               | unresolved |\n"));
  EXPECT_THAT(page, HasSubstr("|               | untested   |\n"));
  EXPECT_THAT(
      page,
      HasSubstr("\n- 5 runs cannot give a 95 % interval, so no delta is resolved; measure at least\n  6 runs.\n"));
}

TEST(RenderMarkdown, FailedControlIsUnmissable) {
  FixtureOptions options = TwoArms();
  options.wall_ns = [](const Arm& arm, int run, int) { return (arm.name == "A/A" ? 1020.0 : 1000.0) + run % 3; };
  const std::string page = Render(MakeResults(options));
  EXPECT_THAT(page, HasSubstr("| FAILED "));
  EXPECT_THAT(page, HasSubstr("\n- WARNING The A/A control of compress baseline FAILED: "));
}

TEST(RenderMarkdown, NamesTheClock) {
  EXPECT_THAT(Render(MakeResults(TwoArms()), Clock::kThreadCpu),
              HasSubstr("median of per-round means,\nCLOCK_THREAD_CPUTIME_ID. delta"));
}

TEST(RenderMarkdown, SeveralEnginesHaveSeveralTables) {
  FixtureOptions options = TwoArms();
  options.engines = {"zstd-1.5.4", "candidate"};
  const std::string page = Render(MakeResults(options));
  EXPECT_THAT(page, HasSubstr("\n\nzstd-1.5.4:\n\n| arm (ns)"));
  EXPECT_THAT(page, HasSubstr("\n\ncandidate:\n\n| arm (ns)"));
  EXPECT_THAT(page, HasSubstr("\n\ncandidate, deltas against the same arm of zstd-1.5.4:\n\n| arm (ns)"));
}

TEST(RenderMarkdown, ConditionsComeBeforeNumbers) {
  const std::string page = Render(MakeResults());
  EXPECT_LT(page.find("WARNING governor"), page.find("| arm (ns)"));
  EXPECT_LT(page.find("engine zstd-1.5.4:"), page.find("| arm (ns)"));
}

TEST(RenderMarkdown, NothingFromTheFileIsMarkupOrActsOnTheTerminal) {
  Results results = MakeResults(TwoArms());
  const std::string hostile = "|x|\n# <img src=a>\x1b[31m`*[l](u)";
  results.context.platform = hostile;
  results.context.started = hostile;
  results.context.tool_version = hostile;
  for (EnvironmentCheck& check : results.context.environment) check.value = check.reason = hostile;
  for (EngineRecord& engine : results.context.engines) {
    engine.version = engine.source = engine.source_sha256 = engine.object_sha256 = engine.compiler = engine.flags =
        hostile;
  }
  results.protocol.request_case = results.protocol.corpus = results.protocol.clock = hostile;
  for (Arm& arm : results.arms) {
    if (arm.name == "patched") arm.name = hostile;
  }
  // Without an arm that is called "patched" there is no fenced table.
  const std::string page = Render(results);
  EXPECT_THAT(page, Not(HasSubstr("\x1b")));
  for (std::size_t at = 0; (at = page.find_first_of("<`", at)) != std::string::npos; ++at) {
    EXPECT_EQ(page[at - 1], '\\') << at;
  }
  std::istringstream lines(page);
  for (std::string line; std::getline(lines, line);) {
    EXPECT_FALSE(line.rfind("# ", 0) == 0) << line;
    if (line.empty() || line[0] != '|') continue;
    EXPECT_EQ(std::count(line.begin(), line.end(), '|') - Escaped(line), 7) << line;
  }
  EXPECT_THAT(page, HasSubstr("|  \\|x\\| \\# \\<img src=a\\>?\\[31m\\`\\*\\[l\\](u) |"));
}

TEST(RenderMarkdown, NothingFromTheFileEndsTheFence) {
  Results results = MakeResults(TwoArms());
  results.context.platform = "```\n# heading";
  const std::string page = Render(results);
  const std::size_t open = page.find("\n```\n");
  ASSERT_NE(open, std::string::npos);
  const std::size_t close = page.find("```", open + 4);
  EXPECT_EQ(page.substr(close, 5), "```\n\n");
  EXPECT_THAT(page.substr(open, close - open), HasSubstr("\n  ''' # heading\n"));
}

}  // namespace
}  // namespace firstbyte::report
