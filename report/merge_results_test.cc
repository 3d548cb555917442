// SPDX-License-Identifier: GPL-2.0-or-later
#include "report/merge_results.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstddef>
#include <functional>
#include <string>
#include <vector>

#include "report/comparison.h"
#include "report/testing.h"
#include "report/validate.h"

namespace firstbyte::report {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

FixtureOptions Options(double factor) {
  FixtureOptions options;
  options.arms = {"baseline", "patched"};
  options.operation_names = {"compress"};
  options.wall_ns = [factor](const Arm& arm, int run, int round) { return factor * FixtureMeanNs(arm, run, round); };
  return options;
}

TEST(MergeResults, ComparesTheArmsOfTwoFiles) {
  const auto merged = MergeResults({"a.json", MakeResults(Options(1))}, {"b.json", MakeResults(Options(1.1))});
  ASSERT_TRUE(merged) << merged.error().message;
  ASSERT_TRUE(Validate(*merged, "merged")) << Validate(*merged, "merged").error().message;
  ASSERT_EQ(merged->arms.size(), 4u);
  EXPECT_EQ(merged->arms[3].engine, "zstd-1.5.4 (B)");
  const auto comparison = Compare(*merged);
  ASSERT_TRUE(comparison) << comparison.error().message;
  const Group& between = comparison->groups.back();
  EXPECT_EQ(between.engine, "zstd-1.5.4 (B)");
  EXPECT_EQ(between.reference_engine, "zstd-1.5.4");
  ASSERT_EQ(between.rows.size(), 2u);
  EXPECT_NEAR(between.rows[0].difference->percent, -10, 0.01);
}

TEST(MergeResults, RefusesWhatIsNotAlike) {
  const auto refuses = [](const std::function<void(Results&)>& change, const char* what) {
    Results b = MakeResults(Options(1));
    change(b);
    const auto merged = MergeResults({"a.json", MakeResults(Options(1))}, {"b.json", b});
    ASSERT_FALSE(merged) << what;
    EXPECT_EQ(merged.error().code, ExitCode::kInvalid);
    EXPECT_THAT(merged.error().message, HasSubstr("a.json and b.json are not of the same"));
    EXPECT_THAT(merged.error().message, HasSubstr(what));
  };
  refuses([](Results& r) { r.context.tool_version = "9"; }, "versions of firstbyte");
  refuses([](Results& r) { r.context.machine_id = "another"; }, "machines or kernels");
  refuses([](Results& r) { r.context.accel = "tcg"; }, "accelerators");
  refuses([](Results& r) { r.protocol.runs = 6; }, "numbers of runs (12 and 6)");
  refuses([](Results& r) { r.protocol.rounds = 3; }, "numbers of rounds");
  refuses([](Results& r) { r.protocol.operations = 7; }, "numbers of operations");
  refuses([](Results& r) { r.protocol.level = 1; }, "levels");
  refuses([](Results& r) { r.protocol.corpus_sha256 = "00"; }, "pages");
  refuses([](Results& r) { r.protocol.request_case = "scattered"; }, "kinds of request");
}

TEST(WarningsOfBoth, SayWhatIsWrongWithEither) {
  Results b = MakeResults(Options(1));
  b.context.environment.at(0).value = "another value";
  b.runs[0].processes.push_back(b.runs[0].processes[0]);
  b.runs[0].rounds.back().process = 1;
  const auto warnings = WarningsOfBoth({"a.json", MakeResults(Options(1))}, {"b.json", b}, Clock::kWall);
  ASSERT_GE(warnings.size(), 3u);
  EXPECT_THAT(warnings[0].sentence, HasSubstr("b.json (B) and a.json were measured one after the other"));
  EXPECT_THAT(warnings[1].sentence,
              HasSubstr("Conditions that differ between the two: " + b.context.environment[0].name));
  bool resumed = false;
  for (const Warning& warning : warnings)
    resumed =
        resumed || (warning.sentence.starts_with("b.json: ") && warning.sentence.find("resumed") != std::string::npos);
  EXPECT_TRUE(resumed) << "what `report b.json` says";
}

TEST(WarningsOfBoth, NameAConditionThatOneOfThemHasAlone) {
  const Results a = MakeResults(Options(1));
  Results b = a;
  ASSERT_EQ(b.context.environment.at(1).name, "kernel");
  b.context.environment.erase(b.context.environment.begin() + 1);
  b.context.environment.push_back({"swap", "on", "ok", ""});
  EXPECT_EQ(WarningsOfBoth({"a.json", a}, {"b.json", b}, Clock::kWall).at(1).sentence,
            "Conditions that differ between the two: kernel (in a.json alone), swap (in b.json alone).");
}

// The control of the clock that is compared by, which may be slow where that of the wall clock is not.
TEST(WarningsOfBoth, AreOfTheClockThatIsComparedBy) {
  FixtureOptions options = Options(1);
  options.arms = {"baseline", "patched", "A/A"};
  Results b = MakeResults(options);
  for (report::Run& run : b.runs) {
    for (Round& round : run.rounds) {
      for (Sample& sample : round.samples) {
        if (b.arms[static_cast<std::size_t>(sample.arm)].name == kControlArm)
          sample.cpu_ns = *sample.cpu_ns * 103 / 100;
      }
    }
  }
  const auto failures = [&](Clock clock) {
    std::vector<std::string> found;
    for (const Warning& warning : WarningsOfBoth({"a.json", MakeResults(options)}, {"b.json", b}, clock)) {
      if (warning.serious) found.push_back(warning.sentence);
    }
    return found;
  };
  EXPECT_THAT(failures(Clock::kWall), IsEmpty());
  EXPECT_THAT(failures(Clock::kThreadCpu),
              ElementsAre(HasSubstr("b.json: The A/A control of compress baseline FAILED")));
}

TEST(MergeResults, DoesNotMindWhatIsDrawn) {
  Results b = MakeResults(Options(1));
  b.protocol.seed = 77;
  b.protocol.cpu = 0;
  EXPECT_TRUE(MergeResults({"a.json", MakeResults(Options(1))}, {"b.json", b}));
}

}  // namespace
}  // namespace firstbyte::report
