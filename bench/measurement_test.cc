// SPDX-License-Identifier: GPL-2.0-or-later
// The protocol's course over processes that are scripted: order, journal before acknowledgement, resuming, interruption
// and death.
#include "bench/measurement.h"

#include <fmt/core.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/resource.h>

#include <csignal>
#include <filesystem>
#include <string>
#include <utility>
#include <vector>

#include "base/files.h"
#include "base/full_disk.h"
#include "bench/schedule.h"
#include "report/results_json.h"
#include "report/testing.h"

namespace firstbyte::bench {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

constexpr int kRuns = 3;
constexpr int kRounds = 2;

report::Results Complete() {
  report::FixtureOptions options;
  options.runs = kRuns;
  options.rounds = kRounds;
  return report::MakeResults(options);
}

struct Script {
  std::vector<std::string> log;
  int fail_at = -1;  // the round, counted over everything, that fails in place of arriving
  Error failure{ExitCode::kInvalid, "the measuring process was killed by signal 9 (Killed)"};
  int delivered = 0;
  int bad_at = -1;                                // the round whose clock stood still
  std::vector<int> journaled_at_acknowledgement;  // how many rounds the journal had
};

// Delivers the rounds of Complete().
class ScriptedRun : public RunSource {
 public:
  ScriptedRun(Script& script, const WorkerTask& task, std::string journal)
      : script_(script), task_(task), journal_(std::move(journal)), next_(task.first_round) {}
  std::int64_t pid() const override { return 100 + task_.run; }

  Result<report::Round> NextRound() override {
    if (script_.delivered == script_.fail_at) return tl::unexpected<Error>(script_.failure);
    report::Round round = Complete().runs[static_cast<std::size_t>(task_.run)].rounds[static_cast<std::size_t>(next_)];
    round.process = task_.process;
    if (script_.delivered == script_.bad_at) round.samples[0].wall_ns = 0;
    ++script_.delivered;
    script_.log.push_back(fmt::format("round {}.{}", task_.run, next_++));
    return round;
  }

  Result<void> Acknowledge() override {
    script_.log.push_back("ok");
    const auto journaled = ParseJournal(ReadWholeFile(journal_).value_or(""), journal_, nullptr);
    int rounds = 0;
    for (const report::Run& run : journaled ? journaled->runs : std::vector<report::Run>())
      rounds += static_cast<int>(run.rounds.size());
    script_.journaled_at_acknowledgement.push_back(rounds);
    return {};
  }

 private:
  Script& script_;
  WorkerTask task_;
  std::string journal_;
  int next_;
};

class CountingProgress : public Progress {
 public:
  void OnRound(int done, int total, int before) override {
    seen.push_back(fmt::format("{}/{} ({})", done, total, before));
  }
  void Finish() override {}
  std::vector<std::string> seen;
};

class MeasureTest : public ::testing::Test {
 protected:
  MeasureTest() {
    std::filesystem::remove_all(directory_);
    std::filesystem::create_directories(directory_);
    tools_.start = [this](const WorkerTask& task,
                          std::int64_t environment_bytes) -> Result<std::unique_ptr<RunSource>> {
      EXPECT_TRUE(task.header.runs.empty());
      EXPECT_EQ(
          environment_bytes,
          DrawProcess(task.header.protocol.seed, task.run, task.process, task.header.arms.size()).environment_bytes);
      script_.log.push_back(fmt::format("start {} process {} from {}", task.run, task.process, task.first_round));
      return std::unique_ptr<RunSource>(new ScriptedRun(script_, task, path_));
    };
    tools_.utc_now = [] { return std::string("2026-11-30T12:00:00Z"); };
    tools_.progress = &progress_;
  }

  report::Results Header() {
    report::Results header = Complete();
    header.runs.clear();
    return header;
  }

  Result<report::Results> MeasureFromTheStart() {
    auto journal = Journal::Create(path_, Header());
    return Measure(Header(), *journal, tools_);
  }

  Result<report::Results> Resume() {
    auto opened = Journal::Open(path_);
    if (!opened) return tl::unexpected<Error>(opened.error());
    return Measure(opened->results, opened->journal, tools_);
  }

  std::string directory_ = ::testing::TempDir() + "/measure";
  std::string path_ = directory_ + "/j";
  Script script_;
  CountingProgress progress_;
  MeasurementTools tools_;
};

TEST_F(MeasureTest, RunsAreProcessesAndRoundsAreAcknowledgedOneByOne) {
  const auto results = MeasureFromTheStart();
  ASSERT_TRUE(results) << results.error().message;
  EXPECT_THAT(script_.log, ElementsAre("start 0 process 0 from 0", "round 0.0", "ok", "round 0.1", "ok",
                                       "start 1 process 0 from 0", "round 1.0", "ok", "round 1.1", "ok",
                                       "start 2 process 0 from 0", "round 2.0", "ok", "round 2.1", "ok"));
  EXPECT_THAT(progress_.seen, ElementsAre("1/6 (0)", "2/6 (0)", "3/6 (0)", "4/6 (0)", "5/6 (0)", "6/6 (0)"));
  ASSERT_EQ(results->runs.size(), 3u);
  EXPECT_EQ(results->runs[2].processes[0].pid, 102);
  EXPECT_EQ(results->runs[2].processes[0].slots, DrawProcess(Header().protocol.seed, 2, 0, 12).slots);
}

TEST_F(MeasureTest, EveryRoundIsInTheJournalBeforeItIsAcknowledged) {
  ASSERT_TRUE(MeasureFromTheStart());
  EXPECT_THAT(script_.journaled_at_acknowledgement, ElementsAre(1, 2, 3, 4, 5, 6));
}

TEST_F(MeasureTest, ProcessesSayWhatHasChangedSinceTheStart) {
  script_.fail_at = 3;
  ASSERT_FALSE(MeasureFromTheStart());
  script_.fail_at = -1;
  tools_.changed_conditions = {{"governor", "schedutil", "warning", "It moves."}};
  const auto results = Resume();
  ASSERT_TRUE(results) << results.error().message;
  EXPECT_TRUE(results->runs[0].processes[0].changed_conditions.empty());
  EXPECT_TRUE(results->runs[1].processes[0].changed_conditions.empty());
  ASSERT_EQ(results->runs[1].processes[1].changed_conditions.size(), 1u);
  EXPECT_EQ(results->runs[2].processes[0].changed_conditions[0].value, "schedutil");
}

// Dies in each of the six rounds, is resumed, and ends with the same rounds as without a death.
TEST_F(MeasureTest, ADeathInAnyRoundLosesNoFinishedRound) {
  for (int death = 1; death < kRuns * kRounds; ++death) {
    std::filesystem::remove(path_);
    script_ = Script{};
    script_.fail_at = death;
    const auto stopped = MeasureFromTheStart();
    ASSERT_FALSE(stopped);
    EXPECT_THAT(
        stopped.error().message,
        HasSubstr(fmt::format("Stopped in run {} of 3, round {} of 2: the measuring process was killed by signal 9",
                              death / kRounds + 1, death % kRounds + 1)));
    EXPECT_THAT(stopped.error().message, HasSubstr("firstbyte run --resume " + path_));
    script_.fail_at = -1;
    const auto results = Resume();
    ASSERT_TRUE(results) << results.error().message;
    EXPECT_EQ(script_.delivered, kRuns * kRounds) << "no round was measured twice";
    for (int run = 0; run < kRuns; ++run) {
      const report::Run& finished = results->runs[static_cast<std::size_t>(run)];
      EXPECT_EQ(finished.rounds.size(), 2u);
      const bool split = death / kRounds == run && death % kRounds != 0;
      EXPECT_EQ(finished.processes.size(), split ? 2u : 1u);
      for (int round = 0; round < kRounds; ++round) {
        report::Round expected = Complete().runs[static_cast<std::size_t>(run)].rounds[static_cast<std::size_t>(round)];
        expected.process = split ? round : 0;
        EXPECT_EQ(report::RoundToJson(finished.rounds[static_cast<std::size_t>(round)]), report::RoundToJson(expected));
      }
    }
  }
}

TEST_F(MeasureTest, AnInterruptionSaysWhereItStoppedAndHowToGoOn) {
  script_.fail_at = 3;
  script_.failure = {ExitCode::kInterrupted, "interrupted"};
  const auto stopped = MeasureFromTheStart();
  ASSERT_FALSE(stopped);
  EXPECT_EQ(stopped.error().code, ExitCode::kInterrupted);
  EXPECT_EQ(
      stopped.error().message,
      "Interrupted in run 2 of 3, round 2 of 2. Every finished round is safe; continue with: firstbyte run --resume " +
          path_);
}

TEST_F(MeasureTest, AFailureBeforeTheFirstRoundLeavesNoJournal) {
  script_.fail_at = 0;
  script_.failure = {ExitCode::kInvalid, "Cannot pin to CPU 7: Invalid argument."};
  const auto stopped = MeasureFromTheStart();
  ASSERT_FALSE(stopped);
  EXPECT_EQ(stopped.error().message, "Nothing was measured: Cannot pin to CPU 7: Invalid argument.");
  EXPECT_FALSE(std::filesystem::exists(path_));
}

TEST_F(MeasureTest, AFullDiskStopsWhereTheLastLineFitted) {
  ASSERT_TRUE(MeasureFromTheStart());
  const std::string whole = ReadWholeFile(path_).value();
  std::filesystem::remove(path_);
  script_ = Script{};
  Result<report::Results> stopped;
  {
    const FullDisk full(whole.rfind("\nround 2 ") + 100);
    stopped = MeasureFromTheStart();
  }
  ASSERT_FALSE(stopped);
  EXPECT_EQ(stopped.error().message, "Stopped in run 3 of 3, round 2 of 2: Cannot write " + path_ +
                                         ": File too large. Every finished round is safe; continue with: firstbyte "
                                         "run --resume " +
                                         path_);
  const auto results = Resume();
  ASSERT_TRUE(results) << results.error().message;
  EXPECT_EQ(results->runs[2].rounds.size(), 2u);
}

TEST_F(MeasureTest, AFullDiskBeforeTheFirstRoundLeavesNothingToGoOnFrom) {
  Result<report::Results> stopped;
  {
    const std::size_t header = std::string("header \n").size() + report::HeaderToJson(Header()).size();
    const FullDisk full(header + 10);
    stopped = MeasureFromTheStart();
  }
  ASSERT_FALSE(stopped);
  EXPECT_EQ(stopped.error().message, "Nothing was measured: Cannot write " + path_ + ": File too large.");
  EXPECT_FALSE(std::filesystem::exists(path_));
}

// A round that readers of the results would refuse must not wait for them to do so.
TEST_F(MeasureTest, ARoundThatMakesNoSenseStopsTheMeasurement) {
  script_.bad_at = 3;
  const auto stopped = MeasureFromTheStart();
  ASSERT_FALSE(stopped);
  EXPECT_THAT(stopped.error().message, HasSubstr("round 2 of 2: a measured round: samples[0].wall_ns is 0;"));
  EXPECT_THAT(stopped.error().message, HasSubstr("firstbyte run --resume " + path_));
  script_.bad_at = -1;
  ASSERT_TRUE(Resume());
}

TEST_F(MeasureTest, AJournalThatSomebodyRemovedIsNotPromised) {
  auto journal = Journal::Create(path_, Header());
  script_.fail_at = 1;
  std::filesystem::remove(path_);
  const auto stopped = Measure(Header(), *journal, tools_);
  ASSERT_FALSE(stopped);
  EXPECT_THAT(stopped.error().message, HasSubstr("was removed meanwhile"));
}

TEST_F(MeasureTest, AFinishedJournalNeedsNoProcess) {
  ASSERT_TRUE(MeasureFromTheStart());
  script_ = Script{};
  const auto results = Resume();
  ASSERT_TRUE(results);
  EXPECT_TRUE(script_.log.empty());
  EXPECT_EQ(results->runs.size(), 3u);
}

TEST_F(MeasureTest, AProcessThatCannotBeStartedIsAnError) {
  tools_.start = [](const WorkerTask&, std::int64_t) -> Result<std::unique_ptr<RunSource>> {
    return InvalidError("no more processes");
  };
  EXPECT_THAT(MeasureFromTheStart().error().message, HasSubstr("no more processes"));
}

}  // namespace
}  // namespace firstbyte::bench
