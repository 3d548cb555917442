// SPDX-License-Identifier: GPL-2.0-or-later
// The course of a calibration over processes that are scripted: placement, journal, resuming, interruption.
#include "bench/calibration_measurement.h"

#include <fmt/core.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstddef>
#include <filesystem>
#include <fstream>
#include <memory>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "base/files.h"
#include "bench/schedule.h"
#include "report/testing.h"

namespace firstbyte::bench {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

constexpr int kRuns = 6;
constexpr int kExperiments = 4;

report::Results Complete() {
  report::FixtureOptions options;
  options.runs = kRuns;
  options.rounds = 2;
  options.arms = {"baseline", "A/A"};
  report::Results results = report::MakeResults(options);
  results.protocol.seed = 42;
  return results;
}

report::Results Header() {
  report::Results header = Complete();
  header.runs.clear();
  return header;
}

class ScriptedRun : public RunSource {
 public:
  ScriptedRun(int run, bool fails, Error failure) : run_(run), fails_(fails), failure_(std::move(failure)) {}
  std::int64_t pid() const override { return 100 + run_; }
  Result<report::Round> NextRound() override {
    if (fails_) return tl::unexpected<Error>(failure_);
    return Complete().runs[static_cast<std::size_t>(run_)].rounds[next_++];
  }
  Result<void> Acknowledge() override { return {}; }

 private:
  int run_;
  bool fails_;
  Error failure_;
  std::size_t next_ = 0;
};

class CountingProgress : public Progress {
 public:
  void OnRound(int done, int total, int before) override {
    seen.push_back(fmt::format("{}/{} ({})", done, total, before));
  }
  void Finish() override {}
  std::vector<std::string> seen;
};

class CalibrationTest : public ::testing::Test {
 protected:
  CalibrationTest() {
    std::filesystem::remove(path_);
    tools_.start = [this](const WorkerTask& task,
                          std::int64_t environment_bytes) -> Result<std::unique_ptr<RunSource>> {
      EXPECT_TRUE(task.header.runs.empty());
      EXPECT_EQ(environment_bytes,
                DrawProcess(task.header.protocol.seed, task.run, 0, task.header.arms.size()).environment_bytes);
      seeds_.push_back(task.header.protocol.seed);
      const bool fails = static_cast<int>(seeds_.size()) - 1 == fail_at_;
      return std::unique_ptr<RunSource>(new ScriptedRun(task.run, fails, failure_));
    };
    tools_.utc_now = [] { return std::string("2026-11-30T12:00:00Z"); };
    tools_.progress = &progress_;
  }

  Result<std::vector<report::CalibrationExperiment>> FromTheStart() {
    auto journal = CalibrationJournal::Create(path_, Header(), kExperiments);
    EXPECT_TRUE(journal) << journal.error().message;
    return MeasureCalibration({Header(), kExperiments, {}}, *journal, tools_);
  }

  Result<std::vector<report::CalibrationExperiment>> Resume() {
    auto opened = CalibrationJournal::Open(path_);
    if (!opened) return tl::unexpected<Error>(opened.error());
    return MeasureCalibration(opened->progress, opened->journal, tools_);
  }

  std::string Journaled() const { return ReadWholeFile(path_).value_or(""); }

  std::string path_ = ::testing::TempDir() + "c.json.journal";
  CalibrationTools tools_;
  CountingProgress progress_;
  std::vector<std::uint64_t> seeds_;
  int fail_at_ = -1;  // the process that fails
  Error failure_{ExitCode::kInterrupted, "interrupted"};
};

std::vector<std::string> Lines(const std::vector<report::CalibrationExperiment>& experiments) {
  std::vector<std::string> lines;
  for (const auto& experiment : experiments) lines.push_back(report::ExperimentToJson(experiment));
  return lines;
}

TEST_F(CalibrationTest, EachExperimentIsACompleteMeasurementPlacedAnew) {
  const auto experiments = FromTheStart();
  ASSERT_TRUE(experiments) << experiments.error().message;
  ASSERT_EQ(experiments->size(), static_cast<std::size_t>(kExperiments));
  EXPECT_EQ(seeds_.size(), static_cast<std::size_t>(kExperiments * kRuns)) << "a process for each run";
  EXPECT_EQ(std::set<std::uint64_t>(seeds_.begin(), seeds_.end()).size(), static_cast<std::size_t>(kExperiments));
  EXPECT_EQ((*experiments)[2].experiment, 2);
  EXPECT_EQ((*experiments)[2].seed, SeedOfExperiment(42, 2));
  EXPECT_EQ((*experiments)[2].seed, seeds_[2 * kRuns]);
  EXPECT_EQ((*experiments)[0].outcomes.size(), 4u) << "two operations by two clocks";
  EXPECT_THAT(progress_.seen, ElementsAre("1/4 (0)", "2/4 (0)", "3/4 (0)", "4/4 (0)"));
}

TEST_F(CalibrationTest, AnInterruptionLosesOnlyTheExperimentThatRan) {
  fail_at_ = 2 * kRuns + 3;
  const auto stopped = FromTheStart();
  ASSERT_FALSE(stopped);
  EXPECT_EQ(stopped.error().code, ExitCode::kInterrupted);
  EXPECT_THAT(stopped.error().message, HasSubstr("Interrupted in experiment 3 of 4. Every finished experiment is safe; "
                                                 "continue with: firstbyte calibrate --resume "));
  fail_at_ = -1;
  tools_.changed_conditions = {{"load average", "3.1", "warning", "Busy."}};
  auto resumed = Resume();
  ASSERT_TRUE(resumed) << resumed.error().message;
  EXPECT_TRUE((*resumed)[1].changed_conditions.empty());
  EXPECT_EQ((*resumed)[2].changed_conditions.at(0).value, "3.1");
  for (auto& experiment : *resumed) experiment.changed_conditions.clear();
  tools_.changed_conditions.clear();
  std::filesystem::remove(path_);
  const auto whole = FromTheStart();
  ASSERT_TRUE(whole);
  EXPECT_EQ(Lines(*resumed), Lines(*whole));
}

TEST_F(CalibrationTest, ResumesBehindATornLastLine) {
  fail_at_ = 2 * kRuns;
  ASSERT_FALSE(FromTheStart());
  const std::string before = Journaled();
  std::ofstream(path_, std::ios::app) << "experiment {\"experiment\":2,\"star";
  fail_at_ = -1;
  seeds_.clear();
  const auto resumed = Resume();
  ASSERT_TRUE(resumed) << resumed.error().message;
  EXPECT_EQ(resumed->size(), static_cast<std::size_t>(kExperiments));
  EXPECT_EQ(seeds_.size(), static_cast<std::size_t>(2 * kRuns)) << "the finished ones are not measured again";
  EXPECT_EQ(Journaled().substr(0, before.size()), before);
  EXPECT_EQ(Journaled().find("star\n"), std::string::npos);
}

TEST_F(CalibrationTest, NothingIsLeftWhereNothingWasMeasured) {
  fail_at_ = 1;
  EXPECT_EQ(FromTheStart().error().message,
            "Interrupted before the first experiment was finished; nothing was measured.");
  EXPECT_FALSE(std::filesystem::exists(path_));
  failure_ = {ExitCode::kInvalid, "the measuring process died."};
  seeds_.clear();
  EXPECT_EQ(FromTheStart().error().message, "Nothing was measured: the measuring process died.");
}

TEST_F(CalibrationTest, SaysWhyItStopped) {
  fail_at_ = kRuns;
  failure_ = {ExitCode::kInvalid, "the measuring process died."};
  const auto stopped = FromTheStart();
  EXPECT_EQ(stopped.error().code, ExitCode::kInvalid);
  EXPECT_THAT(stopped.error().message, HasSubstr("Stopped in experiment 2 of 4: the measuring process died. Every"));
}

TEST_F(CalibrationTest, RefusesADamagedJournal) {
  ASSERT_TRUE(FromTheStart());
  const std::string whole = Journaled();
  const auto refuses = [this](const std::string& text, const char* why) {
    std::ofstream(path_) << text;
    const auto opened = CalibrationJournal::Open(path_);
    ASSERT_FALSE(opened) << why;
    EXPECT_THAT(opened.error().message, HasSubstr(why));
  };
  refuses("", "holds no calibration yet");
  refuses("header {}\n", "Line 1");
  refuses("calibration 0 {}\n", "plans no experiments");
  refuses("calibration 4 {}\n", "Line 1");
  refuses(whole + "experiment {}\n", "Line 6");
  const std::size_t second = whole.find("\nexperiment {\"experiment\":1");
  ASSERT_NE(second, std::string::npos);
  refuses(whole.substr(0, second + 1) + whole.substr(whole.find("\nexperiment {\"experiment\":2") + 1),
          "experiment 2 is out of order");
  std::string other_seed = whole;
  const std::string seed = "\"seed\":" + std::to_string(SeedOfExperiment(42, 1));
  ASSERT_NE(whole.find(seed, second), std::string::npos);
  other_seed.replace(whole.find(seed, second), seed.size(), "\"seed\":7");
  refuses(other_seed, "experiment 1 has another seed than is drawn for it");
  refuses(whole.substr(0, second + 1) + "round 1 {}\n", "it is no experiment");
}

TEST_F(CalibrationTest, DoesNotTouchAnotherCalibration) {
  fail_at_ = kRuns;
  ASSERT_FALSE(FromTheStart());
  const auto second = CalibrationJournal::Create(path_, Header(), kExperiments);
  ASSERT_FALSE(second);
  EXPECT_THAT(second.error().message, HasSubstr("continue it with: firstbyte calibrate --resume "));
}

}  // namespace
}  // namespace firstbyte::bench
