// SPDX-License-Identifier: GPL-2.0-or-later
#include "bench/journal.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "base/files.h"
#include "base/full_disk.h"
#include "report/results_json.h"
#include "report/testing.h"

namespace firstbyte::bench {
namespace {

using ::testing::HasSubstr;

std::string FreshPath(const std::string& name) {
  const std::string directory = ::testing::TempDir() + "/journal_" + name;
  std::filesystem::remove_all(directory);
  std::filesystem::create_directories(directory);
  return directory + "/results.json.journal";
}

report::Results Complete() {
  report::FixtureOptions options;
  options.runs = 2;
  options.rounds = 3;
  return report::MakeResults(options);
}

report::Results HeaderOf(report::Results results) {
  results.runs.clear();
  return results;
}

// Writes the first `rounds` rounds of `results`.
void AppendRounds(Journal& journal, const report::Results& results, int rounds) {
  for (const report::Run& run : results.runs) {
    for (const report::Round& round : run.rounds) {
      if (rounds-- == 0) return;
      if (round.round == 0) {
        ASSERT_TRUE(journal.Append(run.run, run.processes[0]));
      }
      ASSERT_TRUE(journal.Append(run.run, round));
    }
  }
}

TEST(Journal, HoldsWhatWasAppended) {
  const report::Results complete = Complete();
  const std::string path = FreshPath("holds");
  {
    auto journal = Journal::Create(path, HeaderOf(complete));
    ASSERT_TRUE(journal) << journal.error().message;
    AppendRounds(*journal, complete, 6);
  }
  const auto opened = Journal::Open(path);
  ASSERT_TRUE(opened) << opened.error().message;
  EXPECT_EQ(report::ToJson(opened->results), report::ToJson(complete));
}

TEST(Journal, BeginsWithTheRunsOfAMeasurementThatGoesOn) {
  report::Results begun = Complete();
  // The second run was resumed after its first round.
  begun.runs[1].processes.push_back(begun.runs[1].processes[0]);
  begun.runs[1].rounds[1].process = begun.runs[1].rounds[2].process = 1;
  begun.protocol.runs = 4;
  const std::string path = FreshPath("extended");
  ASSERT_TRUE(Journal::CreateWith(path, begun));
  const auto opened = Journal::Open(path);
  ASSERT_TRUE(opened) << opened.error().message;
  EXPECT_EQ(report::ToJson(opened->results), report::ToJson(begun));
  const auto again = Journal::CreateWith(path, begun);
  ASSERT_FALSE(again);
  EXPECT_THAT(again.error().message, HasSubstr("Another firstbyte is writing"));
}

TEST(Journal, GoesOnAfterATornLine) {
  const report::Results complete = Complete();
  const std::string path = FreshPath("torn");
  {
    auto journal = Journal::Create(path, HeaderOf(complete));
    AppendRounds(*journal, complete, 2);
  }
  const std::string whole = ReadWholeFile(path).value();
  std::ofstream(path, std::ios::app) << "round 0 {\"round\": 2, \"proc";
  {
    auto opened = Journal::Open(path);
    ASSERT_TRUE(opened) << opened.error().message;
    EXPECT_EQ(opened->results.runs[0].rounds.size(), 2u);
    EXPECT_EQ(ReadWholeFile(path).value(), whole) << "the torn line is gone";
    ASSERT_TRUE(opened->journal.Append(0, complete.runs[0].rounds[2]));
  }
  EXPECT_EQ(Journal::Open(path)->results.runs[0].rounds.size(), 3u);
}

// A kill can tear the file at any byte: what is before must be read, or refused with a sentence, and never be misread.
TEST(Journal, CutAtAnyByteGivesTheFinishedRoundsBefore) {
  const report::Results complete = Complete();
  const std::string path = FreshPath("cut");
  {
    auto journal = Journal::Create(path, HeaderOf(complete));
    AppendRounds(*journal, complete, 6);
  }
  const std::string whole = ReadWholeFile(path).value();
  const std::size_t header_end = whole.find('\n');
  for (std::size_t cut = 0; cut < whole.size(); cut += 97) {
    std::size_t kept = 0;
    const auto results = ParseJournal(std::string_view(whole).substr(0, cut), "J", &kept);
    if (cut <= header_end) {
      ASSERT_FALSE(results);
      EXPECT_THAT(results.error().message, HasSubstr("holds no measurement yet"));
      continue;
    }
    ASSERT_TRUE(results) << results.error().message;
    std::size_t rounds = 0;
    for (const report::Run& run : results->runs) rounds += run.rounds.size();
    std::size_t expected = 0;
    for (std::size_t at = whole.find("\nround "); at != std::string::npos; at = whole.find("\nround ", at + 1)) {
      if (whole.find('\n', at + 1) < cut) ++expected;
    }
    EXPECT_EQ(rounds, expected) << "cut at " << cut;
  }
}

TEST(Journal, RefusesLinesThatItWouldNotHaveWritten) {
  const report::Results complete = Complete();
  const std::string header = "header " + report::HeaderToJson(HeaderOf(complete)) + "\n";
  const std::string process = report::ProcessToJson(complete.runs[0].processes[0]) + "\n";
  const auto round = [&](int number) {
    return report::RoundToJson(complete.runs[0].rounds[static_cast<std::size_t>(number)]) + "\n";
  };
  const std::pair<std::string, const char*> damaged[] = {
      {"round 0 " + round(0), "Line 1 of J is damaged: a journal begins with its header"},
      {header + "round 0 " + round(0), "Line 2 of J is damaged: run 0 was not started"},
      {header + "process 1 " + process, "Line 2 of J is damaged: run 1 is out of order"},
      {header + "process 9 " + process, "names no run of the protocol"},
      {header + "process x " + process, "names no run of the protocol"},
      {header + "process 0 " + process + "round 0 " + round(1),
       "Line 3 of J is damaged: round 1 of run 0 is out of order"},
      {header + "process 0 " + process + "round 0 " + round(0) + "process 1 " + process, "run 1 is out of order"},
      {header + "process 0 " + process + "rounds 0 " + round(0), "neither a process nor a round"},
      {header + "process 0 {}\n", "Line 2 of J: started is missing"},
      {header + "process 0 " + process + "round 0 {\"round\": NaN}\n", "Line 3 of J is not valid JSON"},
  };
  for (const auto& [text, message] : damaged) {
    const auto results = ParseJournal(text, "J", nullptr);
    ASSERT_FALSE(results) << message;
    EXPECT_THAT(results.error().message, HasSubstr(message));
    EXPECT_EQ(results.error().code, ExitCode::kInvalid);
  }
}

// What a reader of the finished results would refuse must not be measured on for minutes first.
TEST(Journal, RefusesWhatNoReaderWouldTake) {
  const report::Results complete = Complete();
  report::Results no_rounds = HeaderOf(complete);
  no_rounds.protocol.rounds = 0;
  report::Process few_slots = complete.runs[0].processes[0];
  few_slots.slots.pop_back();
  report::Round no_time = complete.runs[0].rounds[0];
  no_time.samples[1].wall_ns = 0;
  const std::string header = "header " + report::HeaderToJson(HeaderOf(complete)) + "\n";
  const std::string process = "process 0 " + report::ProcessToJson(complete.runs[0].processes[0]) + "\n";
  const std::pair<std::string, const char*> refused[] = {
      {"header " + report::HeaderToJson(no_rounds) + "\n", "Line 1 of J: protocol.rounds is 0;"},
      {header + "process 0 " + report::ProcessToJson(few_slots) + "\n", "Line 2 of J: slots has 11 entries;"},
      {header + process + "round 0 " + report::RoundToJson(no_time) + "\n", "Line 3 of J: samples[1].wall_ns is 0;"},
  };
  for (const auto& [text, message] : refused) {
    const auto results = ParseJournal(text, "J", nullptr);
    ASSERT_FALSE(results) << message;
    EXPECT_THAT(results.error().message, HasSubstr(message));
  }
}

TEST(Journal, ARunThatWasResumedHasAProcessForEachSession) {
  const report::Results complete = Complete();
  const std::string path = FreshPath("resumed");
  auto journal = Journal::Create(path, HeaderOf(complete));
  AppendRounds(*journal, complete, 1);
  ASSERT_TRUE(journal->Append(0, complete.runs[0].processes[0]));
  report::Round second = complete.runs[0].rounds[1];
  second.process = 1;
  ASSERT_TRUE(journal->Append(0, second));
  const auto results = ParseJournal(ReadWholeFile(path).value(), path, nullptr);
  ASSERT_TRUE(results) << results.error().message;
  EXPECT_EQ(results->runs[0].processes.size(), 2u);
  EXPECT_EQ(results->runs[0].rounds[1].process, 1);
}

TEST(Journal, IsNeverOverwritten) {
  const std::string path = FreshPath("exists");
  std::ofstream(path) << "somebody's measurement";
  const auto journal = Journal::Create(path, HeaderOf(Complete()));
  ASSERT_FALSE(journal);
  EXPECT_THAT(journal.error().message, HasSubstr("firstbyte run --resume " + path));
  EXPECT_EQ(ReadWholeFile(path).value(), "somebody's measurement");
}

TEST(Journal, HasOneWriter) {
  const std::string path = FreshPath("lock");
  const auto journal = Journal::Create(path, HeaderOf(Complete()));
  ASSERT_TRUE(journal);
  const auto second = Journal::Open(path);
  ASSERT_FALSE(second);
  EXPECT_THAT(second.error().message, HasSubstr("Another firstbyte is writing"));
}

TEST(Journal, IsNotBegunBesideALiveOne) {
  const std::string path = FreshPath("live");
  const auto journal = Journal::Create(path, HeaderOf(Complete()));
  const auto second = Journal::Create(path, HeaderOf(Complete()));
  ASSERT_FALSE(second);
  EXPECT_THAT(second.error().message, HasSubstr("Another firstbyte is writing")) << "nobody is told to remove it";
}

// Removed by hand while it was written, and begun anew by another process: that one is not this one's to remove.
TEST(Journal, LeavesAnotherOfItsNameAlone) {
  const std::string path = FreshPath("replaced");
  auto journal = Journal::Create(path, HeaderOf(Complete()));
  EXPECT_TRUE(journal->IsThere());
  std::filesystem::remove(path);
  EXPECT_FALSE(journal->IsThere());
  const auto other = Journal::Create(path, HeaderOf(Complete()));
  ASSERT_TRUE(other);
  EXPECT_FALSE(journal->IsThere());
  EXPECT_FALSE(journal->Remove());
  EXPECT_TRUE(other->IsThere());
}

TEST(Journal, InNoDirectoryNamesTheOption) {
  const auto journal = Journal::Create("/nonexistent/j", HeaderOf(Complete()));
  ASSERT_FALSE(journal);
  EXPECT_THAT(journal.error().message, HasSubstr("--out"));
  EXPECT_EQ(Journal::Open("/nonexistent/j").error().code, ExitCode::kUsage);
}

TEST(Journal, OnAFullDiskKeepsWhatItHas) {
  const report::Results complete = Complete();
  const std::string path = FreshPath("full");
  auto journal = Journal::Create(path, HeaderOf(complete));
  AppendRounds(*journal, complete, 1);
  Result<void> appended;
  {
    const FullDisk full(std::filesystem::file_size(path) + 100);  // in the middle of the next line
    appended = journal->Append(0, complete.runs[0].rounds[1]);
  }
  ASSERT_FALSE(appended);
  EXPECT_EQ(appended.error().message, "Cannot write " + path + ": File too large.");
  journal = Journal::Create(FreshPath("other"), HeaderOf(complete));  // releases the lock
  const auto opened = Journal::Open(path);
  ASSERT_TRUE(opened) << opened.error().message;
  EXPECT_EQ(opened->results.runs[0].rounds.size(), 1u);
}

TEST(Journal, IsRemovedAtTheEnd) {
  const std::string path = FreshPath("removed");
  auto journal = Journal::Create(path, HeaderOf(Complete()));
  ASSERT_TRUE(journal->Remove());
  EXPECT_FALSE(std::filesystem::exists(path));
  EXPECT_FALSE(journal->Remove());
}

}  // namespace
}  // namespace firstbyte::bench
