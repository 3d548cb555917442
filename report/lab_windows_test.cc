// SPDX-License-Identifier: GPL-2.0-or-later
#include "report/lab_windows.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>
#include <set>
#include <utility>

#include "report/lab_rules.h"
#include "report/lab_testing.h"

namespace firstbyte::report {
namespace {

// Every block of a recording takes a time that no other takes.
LabRecording Distinct(const LabFixture& fixture) {
  double next = 1000;
  return MakeLabRecording(fixture, [&next](const LabPlan&, int, int) { return next++; });
}

TEST(LabWindows, OfOneUsageAndArmShareNoBlock) {
  const LabWindows windows = CutLabWindows(Distinct({5, 6, 3, 1}), Clock::kThreadCpu).value();
  EXPECT_EQ(windows.experiments, 5);
  ASSERT_EQ(windows.of.size(), 4u);
  for (const auto& [usage, of_arms] : windows.of) {
    EXPECT_EQ(of_arms.size(), usage == LabUsage::kPaired ? 3u : 2u) << LabUsageName(usage);
    for (const auto& [arm, of_arm] : of_arms) {
      std::set<double> seen;
      ASSERT_EQ(of_arm.size(), 5u);
      for (const LabWindow& window : of_arm) {
        for (const Means& means : {window.reference, window.arm}) {
          const std::vector<double> blocks = LabValuesOf(means, LabValues::kRounds);
          EXPECT_EQ(blocks.size(), 18u) << "operations are not equal";
          for (const double ns : blocks) EXPECT_TRUE(seen.insert(ns).second) << LabUsageName(usage) << " " << arm;
        }
      }
    }
  }
}

TEST(LabWindows, HaveProcessesAndRoundsAsTheyRan) {
  const LabRecording recording = MakeLabRecording({1, 6, 3, 1000}, [](const LabPlan& plan, int round, int arm) {
    return 1000 * (arm + 1) + 10 * plan.run + round;
  });
  const LabWindows windows = CutLabWindows(recording, Clock::kThreadCpu).value();
  const LabWindow& paired = windows.of.at(LabUsage::kPaired).at(3)[0];
  ASSERT_EQ(paired.arm.size(), 6u);
  EXPECT_THAT(paired.reference[5], ::testing::ElementsAre(1050, 1051, 1052));
  EXPECT_THAT(paired.arm[5], ::testing::ElementsAre(4050, 4051, 4052));
  EXPECT_EQ(windows.of.at(LabUsage::kOneProcess).at(1)[0].arm.size(), 1u);
  EXPECT_EQ(windows.of.at(LabUsage::kOneProcess).at(1)[0].arm[0].size(), 18u);
  EXPECT_THAT(windows.of.at(LabUsage::kAlternated).at(2)[0].arm[1], ::testing::ElementsAre(3010, 3011, 3012));
  // One after the other, an effect stands behind the copy.
  EXPECT_DOUBLE_EQ(windows.of.at(LabUsage::kSequential).at(1)[0].reference[0][0], 1000);
  EXPECT_DOUBLE_EQ(windows.of.at(LabUsage::kSequential).at(2)[0].reference[0][0], 2000);
  EXPECT_DOUBLE_EQ(CutLabWindows(recording, Clock::kWall)->of.at(LabUsage::kPaired).at(1)[0].reference[0][0], 2000);
}

TEST(LabWindows, AnExperimentThatIsNotCompleteIsLeftOut) {
  LabRecording recording = Distinct({3, 6, 3, 1});
  recording.processes.pop_back();
  EXPECT_EQ(CutLabWindows(recording, Clock::kThreadCpu)->experiments, 2);
  recording.processes.clear();
  EXPECT_EQ(CutLabWindows(recording, Clock::kThreadCpu)->experiments, 0);
}

TEST(LabWindows, WithoutCpuTimeThereIsTheWallClock) {
  LabRecording recording = Distinct({1, 6, 3, 1});
  recording.processes[2].blocks.cpu_ns[0].reset();
  EXPECT_EQ(CutLabWindows(recording, Clock::kThreadCpu).error().message,
            "Process 2 of this recording has a block without CPU time; replay it with --clock=wall.");
  EXPECT_TRUE(CutLabWindows(recording, Clock::kWall));
}

}  // namespace
}  // namespace firstbyte::report
