// SPDX-License-Identifier: GPL-2.0-or-later
#include "report/lab_export.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <string>

#include "report/lab_testing.h"
#include "report/strict_json.h"

namespace firstbyte::report {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

LabRecording Recording() {
  return MakeLabRecording({2, 6, 3, 1000}, [](const LabPlan& plan, int round, int arm) {
    return 1000.0 * (arm + 1) + 10 * plan.run + round;
  });
}

TEST(LabExport, HasAFilePairForEachUsageAndArm) {
  const auto pairs = ExportLabWindows(Recording()).value();
  std::set<std::string> stems;
  for (const LabFilePair& pair : pairs) stems.insert(pair.stem);
  EXPECT_THAT(stems, ElementsAre("alternated-medians.1--", "alternated-medians.A-A", "alternated-rounds.1--",
                                 "alternated-rounds.A-A", "sequential-medians.1--", "sequential-medians.A-A",
                                 "sequential-rounds.1--", "sequential-rounds.A-A"));
}

TEST(LabExport, ABenchmarkIsAWindowAndARepetitionAValue) {
  const auto pairs = ExportLabWindows(Recording()).value();
  const auto pair =
      std::find_if(pairs.begin(), pairs.end(), [](const LabFilePair& p) { return p.stem == "alternated-medians.A-A"; });
  ASSERT_NE(pair, pairs.end());
  const auto json = ParseStrictJson(pair->google_new, "new").value();
  ASSERT_EQ(json["benchmarks"].size(), 2u * 6);
  EXPECT_EQ(json["benchmarks"][1]["name"], "Window/0");
  EXPECT_EQ(json["benchmarks"][1]["cpu_time"], 2011.0);
  EXPECT_EQ(json["benchmarks"][1]["real_time"], 4022.0);
  EXPECT_EQ(json["benchmarks"][1]["repetitions"], 6);
  EXPECT_EQ(json["benchmarks"][6]["name"], "Window/1");
  EXPECT_THAT(pair->go_old, HasSubstr("\nBenchmarkWindow/0-1 1000 2022 ns/op 1011 cpu-ns/op\n"));
  EXPECT_EQ(std::count(pair->go_old.begin(), pair->go_old.end(), '\n'), 2 + 2 * 6);
}

TEST(LabExport, ReadsWhatCompareSays) {
  const std::string said = R"([{"name":"Window/0","utest":{}},)"
                           R"({"name":"Window/3","utest":{"cpu_pvalue":0.01,"time_pvalue":0.5,"nr_of_repetitions":6}},)"
                           R"({"name":"OVERALL_GEOMEAN","utest":{}}])";
  EXPECT_THAT(ReadComparePy(said, Clock::kThreadCpu, 2, "d").value(), ElementsAre(std::pair(3, 0.01)));
  EXPECT_THAT(ReadComparePy(said, Clock::kWall, 2, "d").value(), ElementsAre(std::pair(3, 0.5)));
  EXPECT_EQ(ReadComparePy("{}", Clock::kWall, 2, "d").error().message, "d is no list of differences.");
  EXPECT_FALSE(ReadComparePy("[", Clock::kWall, 2, "d"));
  // What says nothing is no "nothing found".
  EXPECT_EQ(ReadComparePy("[]", Clock::kWall, 2, "d").error().message, "d has tests of 0 of 2 windows.");
  EXPECT_EQ(ReadComparePy(said, Clock::kWall, 3, "d").error().message, "d has tests of 2 of 3 windows.");
  EXPECT_FALSE(ReadComparePy(R"([{"name":"Window/0","utest":{"time_pvalue":1.5}}])", Clock::kWall, 1, "d"));
}

TEST(LabExport, TakesTheDirectionFromTheWindow) {
  const LabWindow slower{0, {{1}, {2}}, {{3}, {4}}};
  const LabWindow faster{1, {{3}, {4}}, {{1}, {2}}};
  const LabWindow unsure{2, {{1}, {2}}, {{3}, {4}}};
  const LabWindow silent{3, {{1}, {2}}, {{3}, {4}}};
  EXPECT_THAT(
      JudgeByComparePy({slower, faster, unsure, silent}, LabValues::kMedians, {{0, 0.01}, {1, 0.01}, {2, 0.06}}),
      ElementsAre(1, -1, 0, 0));
}

}  // namespace
}  // namespace firstbyte::report
