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

// The patched median is 15,055.5: printed deltas come from unrounded medians, so 1,620 is not the difference of the
// printed ones.
TEST(RenderMarkdown, WholePage) {
  EXPECT_EQ(Render(MakeResults(TwoArms())),
            "**bare metal**, 2026-11-30T12:00:00Z, Firstbyte 0.1.0\n"
            "\n"
            "- cpu: Example CPU 8321\n"
            "- kernel: 6.1.0-18-amd64\n"
            "- WARNING governor: powersave. The frequency follows the load; use the governor performance.\n"
            "- environment checks: 2 ok, 1 warning, 1 not applicable\n"
            "- pinned to CPU 1\n"
            "- engine zstd-1.5.4 (live): zstd 1.5.4 from libzstd_1.5.4+dfsg2.orig.tar.xz (sha256 8cf4bbb65e77), object "
            "000000000000, gcc 12.2.0 -O2 -g\n"
            "- engine zstd-1.5.4 (cached): zstd 1.5.4 from libzstd_1.5.4+dfsg2.orig.tar.xz (sha256 8cf4bbb65e77), "
            "object 000000000000, gcc 12.2.0 -O2 -g\n"
            "- requests: 4,096 bytes, linear, level 3; 64 built-in pages (mixed, seed 1), cycled in order\n"
            "\n"
            "| arm        | median ns | delta ns |    % | 95 % interval | verdict |\n"
            "|:-----------|----------:|---------:|-----:|--------------:|:--------|\n"
            "| compress   |           |          |      |               |         |\n"
            "|   baseline |    16,675 |          |      |               |         |\n"
            "|   patched  |    15,056 |    1,620 | 9.7% |  1,617..1,622 | faster  |\n"
            "|   A/A      |    16,675 |        0 | 0.0% |          0..0 | passed  |\n"
            "\n"
            "12 runs x 9 rounds x 1,000 operations, median of per-round means, CLOCK_MONOTONIC_RAW.\n"
            "delta: what an operation saves against the baseline; interval: of that, from\n"
            "differences within rounds, tested over runs. A/A: a second copy of the baseline.\n");
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
    EXPECT_EQ(rows, 16);
  }
}

TEST(RenderMarkdown, FewRunsHaveNoInterval) {
  FixtureOptions options = TwoArms();
  options.runs = 5;
  const std::string page = Render(MakeResults(options));
  EXPECT_THAT(page, HasSubstr("|               | unresolved |\n"));
  EXPECT_THAT(page, HasSubstr("|               | untested   |\n"));
  EXPECT_THAT(
      page, HasSubstr("\n\n- 5 runs cannot give a 95 % interval, so no delta is resolved; measure at least 6 runs.\n"));
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
              HasSubstr("median of per-round means, CLOCK_THREAD_CPUTIME_ID.\n"));
}

TEST(RenderMarkdown, SeveralEnginesHaveSeveralTables) {
  FixtureOptions options = TwoArms();
  options.engines = {"zstd-1.5.4", "candidate"};
  const std::string page = Render(MakeResults(options));
  EXPECT_THAT(page, HasSubstr("\n\nzstd-1.5.4:\n\n| arm"));
  EXPECT_THAT(page, HasSubstr("\n\ncandidate:\n\n| arm"));
  EXPECT_THAT(page, HasSubstr("\n\ncandidate, deltas against the same arm of zstd-1.5.4:\n\n| arm"));
}

TEST(RenderMarkdown, ConditionsComeBeforeNumbers) {
  const std::string page = Render(MakeResults());
  EXPECT_LT(page.find("WARNING governor"), page.find("| arm"));
  EXPECT_LT(page.find("engine zstd-1.5.4 (live)"), page.find("| arm"));
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
  const std::string plain = Render(MakeResults(TwoArms()));
  const std::string page = Render(results);
  EXPECT_EQ(std::count(page.begin(), page.end(), '\n'), std::count(plain.begin(), plain.end(), '\n'))
      << "no line was added";
  EXPECT_THAT(page, Not(HasSubstr("\x1b")));
  for (std::size_t at = 0; (at = page.find_first_of("<`", at)) != std::string::npos; ++at) {
    EXPECT_EQ(page[at - 1], '\\') << at;
  }
  EXPECT_THAT(page, HasSubstr("|   \\|x\\| \\# \\<img src=a\\>?\\[31m\\`\\*\\[l\\](u) |"));
}

}  // namespace
}  // namespace firstbyte::report
