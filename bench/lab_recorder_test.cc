// SPDX-License-Identifier: GPL-2.0-or-later
// A recording without processes: what is asked of them, what is kept, and what is said when something stops it.
#include "bench/lab_recorder.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <sstream>
#include <vector>

#include "base/files.h"
#include "bench/lab_worker.h"
#include "report/lab_plan.h"
#include "report/lab_testing.h"

namespace firstbyte::bench {
namespace {

using ::testing::HasSubstr;

constexpr report::LabFixture kSmall = {2, 6, 3, 1000};

class Recorder : public ::testing::Test {
 protected:
  Recorder() : path_(::testing::TempDir() + "/raw.jsonl") {
    std::filesystem::remove(path_);
    recording_ = report::MakeLabRecording(kSmall, [](const report::LabPlan&, int, int) { return 100.0; });
    tools_.run = [this](const std::string& task, std::int64_t) { return Answer(task); };
    tools_.unchanged = [this]() -> Result<void> {
      ++asked_;
      return {};
    };
    tools_.progress = &progress_;
  }

  Result<std::string> Answer(const std::string& task) {
    std::int64_t number = 0;
    std::istringstream(task) >> number;
    tasks_.push_back(number);
    if (number == fails_at_) return tl::unexpected<Error>(failure_);
    if (number == kLabCalibration) return std::string("calibration 35000 0.7");
    return "process " + report::LabProcessToJson(recording_.processes[static_cast<std::size_t>(number)]);
  }

  LineFile NewFile() {
    return LineFile::Create(path_, report::LabHeaderToJson(recording_.header), "firstbyte lab record --resume").value();
  }

  std::string path_;
  report::LabRecording recording_;
  LabTools tools_;
  NoProgress progress_;
  std::vector<std::int64_t> tasks_;
  int asked_ = 0;
  std::int64_t fails_at_ = -2;
  Error failure_;
};

TEST_F(Recorder, RunsThePlanAndKeepsWhatItBrings) {
  LineFile file = NewFile();
  ASSERT_TRUE(RecordLab(recording_.header, 0, file, tools_));
  const auto read = report::ReadLabRecording(path_);
  ASSERT_TRUE(read) << read.error().message;
  EXPECT_EQ(static_cast<std::int64_t>(read->processes.size()), report::PlannedProcesses(recording_.header));
  EXPECT_EQ(tasks_.size(), read->processes.size());
  EXPECT_EQ(asked_, 2) << "once before each experiment";
}

TEST_F(Recorder, InterruptedItKeepsWhatIsFinishedAndSaysHowToGoOn) {
  LineFile file = NewFile();
  fails_at_ = 50;
  failure_ = {ExitCode::kInterrupted, "interrupted"};
  const auto recorded = RecordLab(recording_.header, 0, file, tools_);
  ASSERT_FALSE(recorded);
  EXPECT_EQ(recorded.error().code, ExitCode::kInterrupted);
  EXPECT_EQ(recorded.error().message,
            "Interrupted in experiment 2 of 2. Every finished process is safe; continue with: firstbyte lab record "
            "--resume " +
                path_);
  EXPECT_EQ(report::ReadLabRecording(path_)->processes.size(), 50u);
  fails_at_ = -2;
  ASSERT_TRUE(RecordLab(recording_.header, 50, file, tools_));
  EXPECT_EQ(report::ReadLabRecording(path_)->processes.size(), recording_.processes.size());
}

TEST_F(Recorder, WhatIsNotThePlannedProcessIsNotKept) {
  LineFile file = NewFile();
  recording_.processes[1].blocks.wall_ns.pop_back();
  const auto recorded = RecordLab(recording_.header, 0, file, tools_);
  ASSERT_FALSE(recorded);
  EXPECT_THAT(recorded.error().message, HasSubstr("Stopped in experiment 1 of 2: what a process sent is damaged"));
  EXPECT_EQ(report::ReadLabRecording(path_)->processes.size(), 1u);
}

TEST_F(Recorder, SaysOfEachProcessWhatHadChanged) {
  LineFile file = NewFile();
  tools_.changed_conditions = {{"governor", "powersave", "warning", "It was performance."}};
  ASSERT_TRUE(RecordLab(recording_.header, 0, file, tools_));
  const report::LabRecording read = report::ReadLabRecording(path_).value();
  for (const report::LabProcess& process : read.processes) ASSERT_EQ(process.changed_conditions.size(), 1u);
  EXPECT_THAT(report::ChangedConditions(read), ::testing::ElementsAre("governor: powersave"));
}

TEST_F(Recorder, StopsWhenSomethingWasRebuilt) {
  LineFile file = NewFile();
  tools_.unchanged = []() -> Result<void> { return InvalidError("firstbyte was rebuilt."); };
  EXPECT_THAT(RecordLab(recording_.header, 0, file, tools_).error().message, HasSubstr("firstbyte was rebuilt"));
  EXPECT_TRUE(tasks_.empty());
}

TEST_F(Recorder, CalibratesTheSpinsOfAllArms) {
  report::LabHeader header = recording_.header;
  header.arms[2].spin_iterations = 0;
  ASSERT_TRUE(CalibrateLab(header, tools_));
  EXPECT_EQ(tasks_.size(), 5u);
  EXPECT_EQ(header.request_ns, 35'000);
  EXPECT_EQ(header.arms[2].spin_iterations, 500);  // 1 % of 35,000 ns, of 0.7 ns each
  EXPECT_EQ(header.arms[3].spin_iterations, 0);
  fails_at_ = kLabCalibration;
  failure_ = {ExitCode::kInvalid, "no"};
  EXPECT_FALSE(CalibrateLab(header, tools_));
}

TEST(LabWorker, LinesThatAreNoneAreErrors) {
  EXPECT_FALSE(LabCalibrationFromLine("calibration 1"));
  EXPECT_FALSE(LabCalibrationFromLine("calibration 0 1"));
  EXPECT_FALSE(LabCalibrationFromLine("process 1 2"));
  EXPECT_FALSE(LabProcessFromLine("calibration 1 2"));
  EXPECT_DOUBLE_EQ(LabCalibrationFromLine("calibration 35000 0.5")->spin_ns, 0.5);
}

// What the process of a task answers that has no engines.
std::string AnswerTo(const std::string& task) {
  auto ends = Channel::Pair();
  EXPECT_TRUE(ends->first.Send(task));
  const std::string program = report::MakeLabHeader(kSmall).context.program_sha256;
  EXPECT_FALSE(RunLabWorker(ends->second, program, "nowhere", nullptr));
  std::string line;
  EXPECT_EQ(ends->first.Receive(line).value(), Channel::Wake::kLine);
  return line;
}

TEST(LabWorker, SaysThatItHasNoTask) {
  for (const std::string& task : {std::string("hello"), LabTaskToLine(report::MakeLabHeader(kSmall), 1'000'000)})
    EXPECT_THAT(AnswerTo(task), ::testing::StartsWith("error 4 "));
}

TEST(LabWorker, IsOfTheProgramThatBeganTheRecording) {
  report::LabHeader header = report::MakeLabHeader(kSmall);
  header.context.program_sha256 = "of another build";
  EXPECT_THAT(AnswerTo(LabTaskToLine(header, 0)), HasSubstr("firstbyte was rebuilt since this recording was begun"));
}

}  // namespace
}  // namespace firstbyte::bench
