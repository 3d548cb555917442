// SPDX-License-Identifier: GPL-2.0-or-later
#include "report/lab_subset.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "report/lab_rules.h"
#include "report/lab_testing.h"
#include "report/lab_windows.h"

namespace firstbyte::report {
namespace {

using ::testing::HasSubstr;

LabRecording Whole() {
  return MakeLabRecording({3, 9, 4, 1000}, [](const LabPlan& plan, int round, int arm) {
    return 10'000 * (plan.experiment + 1) + 1000 * (arm + 1) + 10 * plan.run + round;
  });
}

TEST(LabSubset, IsARecordingOfFewerRunsWithTheSameBlocks) {
  const LabRecording subset = FirstRuns(Whole(), 6).value();
  EXPECT_EQ(subset.header.protocol.runs, 6);
  for (const LabProcess& process : subset.processes) {
    const auto valid = ValidateLabProcess(subset.header, process, "process");
    EXPECT_TRUE(valid) << valid.error().message;
  }
  const LabWindows whole = CutLabWindows(Whole(), Clock::kWall).value();
  const LabWindows windows = CutLabWindows(subset, Clock::kWall).value();
  EXPECT_EQ(windows.experiments, 3);
  for (const LabUsage usage : {LabUsage::kPaired, LabUsage::kAlternated, LabUsage::kSequential}) {
    const LabWindow& few = windows.of.at(usage).at(1)[2];
    const LabWindow& all = whole.of.at(usage).at(1)[2];
    ASSERT_EQ(few.arm.size(), 6u) << LabUsageName(usage);
    for (std::size_t run = 0; run < 6; ++run) EXPECT_EQ(few.arm[run], all.arm[run]) << LabUsageName(usage);
  }
  EXPECT_EQ(windows.of.at(LabUsage::kOneProcess).at(1)[0].arm[0].size(), 24u) << "operations are not equal";
}

TEST(LabSubset, OfAllRunsItIsTheSame) {
  const LabRecording same = FirstRuns(Whole(), 9).value();
  ASSERT_EQ(same.processes.size(), Whole().processes.size());
  for (std::size_t i = 0; i < same.processes.size(); ++i)
    EXPECT_EQ(LabProcessToJson(same.processes[i]), LabProcessToJson(Whole().processes[i]));
}

TEST(LabSubset, RefusesWhatThereIsNot) {
  for (const int runs : {5, 10, 0, -1}) {
    const auto refused = FirstRuns(Whole(), runs);
    ASSERT_FALSE(refused) << runs;
    EXPECT_THAT(refused.error().message, HasSubstr("--runs must be from 6 to 9"));
  }
}

}  // namespace
}  // namespace firstbyte::report
