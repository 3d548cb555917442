// SPDX-License-Identifier: GPL-2.0-or-later
#include "report/validate.h"

#include <gtest/gtest.h>

#include <functional>
#include <string>
#include <utility>

#include "report/testing.h"

namespace firstbyte::report {
namespace {

Results Small() {
  FixtureOptions options;
  options.runs = 2;
  options.rounds = 3;
  options.arms = {"baseline", "patched"};
  return MakeResults(options);
}

std::string Refusal(const std::function<void(Results&)>& edit) {
  Results results = Small();
  edit(results);
  const auto valid = Validate(results, "f.json");
  if (valid) return "accepted";
  EXPECT_EQ(valid.error().code, ExitCode::kInvalid);
  return valid.error().message;
}

Sample& SampleOf(Results& results) { return results.runs[1].rounds[2].samples[3]; }

TEST(Validate, AcceptsTheFixtures) {
  EXPECT_EQ(Refusal([](Results&) {}), "accepted");
  EXPECT_TRUE(Validate(MakeResults(), "f.json"));
}

TEST(Validate, AcceptsRoundsAndRunsInAnyOrder) {
  EXPECT_EQ(Refusal([](Results& r) { std::swap(r.runs[0], r.runs[1]); }), "accepted");
  EXPECT_EQ(Refusal([](Results& r) { std::swap(r.runs[0].rounds[0], r.runs[0].rounds[2]); }), "accepted");
}

TEST(Validate, AcceptsAResumedRun) {
  EXPECT_EQ(Refusal([](Results& r) {
              r.runs[0].processes.push_back(r.runs[0].processes[0]);
              r.runs[0].rounds[2].process = 1;
            }),
            "accepted");
}

TEST(Validate, RefusesMissingRunsRoundsAndArms) {
  EXPECT_EQ(Refusal([](Results& r) { r.runs.pop_back(); }), "f.json: runs has 1 entry; it must have 2.");
  EXPECT_EQ(Refusal([](Results& r) { r.runs[1].rounds.pop_back(); }),
            "f.json: runs[1].rounds has 2 entries; it must have 3.");
  EXPECT_EQ(Refusal([](Results& r) { r.runs[1].rounds[0].samples.pop_back(); }),
            "f.json: runs[1].rounds[0].samples has 3 entries; it must have 4.");
  EXPECT_EQ(Refusal([](Results& r) { r.protocol.rounds = 4; }),
            "f.json: runs[0].rounds has 3 entries; it must have 4.");
  EXPECT_EQ(Refusal([](Results& r) { r.runs[0].processes.clear(); }), "f.json: runs[0].processes is empty.");
}

TEST(Validate, RefusesDuplicates) {
  EXPECT_EQ(Refusal([](Results& r) { r.runs[1].run = 0; }), "f.json: runs[1].run is 0 for the second time.");
  EXPECT_EQ(Refusal([](Results& r) { r.runs[0].rounds[1].round = 0; }),
            "f.json: runs[0].rounds[1].round is 0 for the second time.");
  EXPECT_EQ(Refusal([](Results& r) { SampleOf(r).arm = r.runs[1].rounds[2].samples[0].arm; }),
            "f.json: runs[1].rounds[2].samples[3].arm is 3 for the second time.");
  EXPECT_EQ(Refusal([](Results& r) { SampleOf(r).position = 0; }),
            "f.json: runs[1].rounds[2].samples[3].position is 0 for the second time.");
  EXPECT_EQ(Refusal([](Results& r) { r.arms[1].name = "baseline"; }),
            "f.json: arms[1] is there twice: \"compress zstd-1.5.4 baseline\".");
  EXPECT_EQ(Refusal([](Results& r) { r.context.engines[1].probe = "live"; }),
            "f.json: context.engines[1] is there twice: \"zstd-1.5.4 live\".");
}

TEST(Validate, RefusesIndicesOutOfRange) {
  const std::string sample = "f.json: runs[1].rounds[2].samples[3]";
  EXPECT_EQ(Refusal([](Results& r) { SampleOf(r).arm = 4; }), sample + ".arm is 4; it must lie between 0 and 3.");
  EXPECT_EQ(Refusal([](Results& r) { SampleOf(r).arm = -1; }), sample + ".arm is -1; it must lie between 0 and 3.");
  EXPECT_EQ(Refusal([](Results& r) { SampleOf(r).position = 4; }),
            sample + ".position is 4; it must lie between 0 and 3.");
  EXPECT_EQ(Refusal([](Results& r) { r.runs[1].run = 2; }), "f.json: runs[1].run is 2; it must lie between 0 and 1.");
  EXPECT_EQ(Refusal([](Results& r) { r.runs[0].rounds[0].round = 3; }),
            "f.json: runs[0].rounds[0].round is 3; it must lie between 0 and 2.");
  EXPECT_EQ(Refusal([](Results& r) { r.runs[0].rounds[0].process = 1; }),
            "f.json: runs[0].rounds[0].process is 1; it must lie between 0 and 0.");
  EXPECT_EQ(Refusal([](Results& r) { r.runs[0].processes[0].slots.pop_back(); }),
            "f.json: runs[0].processes[0].slots has 3 entries; it must have 4.");
}

TEST(Validate, RefusesImpossibleTimesAndCounts) {
  const std::string sample = "f.json: runs[1].rounds[2].samples[3]";
  const std::string positive = "; it must lie between 1 and 100000000000000000.";
  EXPECT_EQ(Refusal([](Results& r) { SampleOf(r).wall_ns = 0; }), sample + ".wall_ns is 0" + positive);
  EXPECT_EQ(Refusal([](Results& r) { SampleOf(r).wall_ns = -5; }), sample + ".wall_ns is -5" + positive);
  EXPECT_EQ(Refusal([](Results& r) { SampleOf(r).wall_ns = INT64_MAX; }),
            sample + ".wall_ns is 9223372036854775807" + positive);
  EXPECT_EQ(Refusal([](Results& r) { SampleOf(r).cpu_ns = 0; }), sample + ".cpu_ns is 0" + positive);
  EXPECT_EQ(Refusal([](Results& r) { SampleOf(r).tsc_ticks = 0; }), sample + ".tsc_ticks is 0" + positive);
  EXPECT_EQ(Refusal([](Results& r) { SampleOf(r).steal_ticks = -1; }),
            sample + ".steal_ticks is -1; it must lie between 0 and 100000000000000000.");
  EXPECT_EQ(Refusal([](Results& r) { SampleOf(r).migrations = 0; }), "accepted") << "0 is a count, not an absence";
}

TEST(Validate, RefusesImpossibleCounters) {
  const std::string sample = "f.json: runs[1].rounds[2].samples[3]";
  const auto refusal = [](const std::function<void(Sample&)>& edit) {
    return Refusal([&edit](Results& r) {
      Sample& s = SampleOf(r);
      s.cycles = s.instructions = s.branches = 5;
      s.branch_misses = 0;
      s.counters_permille = 1000;
      edit(s);
    });
  };
  const std::string range = "; it must lie between 0 and 100000000000000000.";
  EXPECT_EQ(refusal([](Sample&) {}), "accepted");
  EXPECT_EQ(refusal([](Sample& s) { s.branches = -1; }), sample + ".branches is -1" + range);
  EXPECT_EQ(refusal([](Sample& s) { s.branch_misses = -7; }), sample + ".branch_misses is -7" + range);
  const std::string positive = "; it must lie between 1 and 100000000000000000.";
  EXPECT_EQ(refusal([](Sample& s) { s.cycles = 0; }), sample + ".cycles is 0" + positive) << "no block takes none";
  EXPECT_EQ(refusal([](Sample& s) { s.instructions = -1; }), sample + ".instructions is -1" + positive);
  for (const int permille : {-1, 0, 1001}) {
    EXPECT_EQ(refusal([permille](Sample& s) { s.counters_permille = permille; }),
              sample + ".counters_permille is " + std::to_string(permille) + "; it must lie between 1 and 1000.");
  }
  EXPECT_EQ(refusal([](Sample& s) { s.counters_permille = 1; }), "accepted");
  EXPECT_EQ(refusal([](Sample& s) { s.counters_permille.reset(); }),
            sample + ".counters_permille is null although something was counted.");
  EXPECT_EQ(refusal([](Sample& s) { s.cycles = s.instructions = s.branches = s.branch_misses = std::nullopt; }),
            sample + ".counters_permille is there although nothing was counted.");
  EXPECT_EQ(Refusal([](Results& r) { r.not_measured.erase("cycles"); }),
            "f.json: runs[0].rounds[0].samples[0].cycles is null, and not_measured does not say why.");
}

TEST(Validate, RefusesNullWithoutReason) {
  EXPECT_EQ(Refusal([](Results& r) { SampleOf(r).cpu_ns.reset(); }),
            "f.json: runs[1].rounds[2].samples[3].cpu_ns is null, and not_measured does not say why.");
  EXPECT_EQ(Refusal([](Results& r) { r.not_measured["tsc_ticks"] = ""; }),
            "f.json: not_measured gives no reason for \"tsc_ticks\".");
  EXPECT_EQ(Refusal([](Results& r) {
              SampleOf(r).cpu_ns.reset();
              r.not_measured["cpu_ns"] = "No such clock.";
            }),
            "accepted");
}

TEST(ValidateParts, AJournalCanCheckWhatItHas) {
  Results header = Small();
  const auto run = header.runs[1];
  header.runs.clear();
  EXPECT_TRUE(ValidateHeader(header, "m.journal"));
  EXPECT_TRUE(ValidateProcess(header, run.processes[0], "Line 2 of m.journal"));
  Process process = run.processes[0];
  process.pid = 0;
  EXPECT_EQ(ValidateProcess(header, process, "Line 2 of m.journal").error().message,
            "Line 2 of m.journal: pid is 0; it must lie between 1 and 2147483647.");
  process = run.processes[0];
  process.slots.pop_back();
  EXPECT_FALSE(ValidateProcess(header, process, "Line 2 of m.journal"));
  EXPECT_TRUE(ValidateRound(header, run, run.rounds[0], "Line 9 of m.journal"));
  Round round = run.rounds[0];
  round.samples[1].wall_ns = 0;
  EXPECT_EQ(ValidateRound(header, run, round, "Line 9 of m.journal").error().message,
            "Line 9 of m.journal: samples[1].wall_ns is 0; it must lie between 1 and 100000000000000000.");
}

}  // namespace
}  // namespace firstbyte::report
