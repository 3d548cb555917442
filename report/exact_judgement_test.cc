// SPDX-License-Identifier: GPL-2.0-or-later
#include "report/exact_judgement.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "report/exact_testing.h"

namespace firstbyte::report {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::SizeIs;

ExactCounts TwoEngines() {
  ExactCounts counts = CountsForTest();
  AddEngineForTest(counts, "candidate");
  return counts;
}

std::string WhyInvalid(const ExactCounts& now, const ExactCounts* recorded, bool required = false) {
  const ExactJudgement judgement = JudgeExact(now, recorded, required);
  EXPECT_EQ(judgement.verdict, GateVerdict::kInvalid);
  EXPECT_THAT(judgement.differences, IsEmpty());
  return judgement.sentence;
}

TEST(ExactJudgement, TheSameCountsPass) {
  const ExactCounts counts = CountsForTest();
  const ExactJudgement judgement = JudgeExact(counts, &counts, true);
  EXPECT_EQ(judgement.verdict, GateVerdict::kEquivalent);
  EXPECT_EQ(judgement.rows, 4);
  EXPECT_EQ(judgement.sentence, "All counts of 4 rows are the same.");
  EXPECT_THAT(judgement.notes, IsEmpty());
}

TEST(ExactJudgement, OneCpuidMoreIsARegressionThatNamesRowOldAndNew) {
  const ExactCounts recorded = CountsForTest();
  ExactCounts now = recorded;
  now.rows[0].cells.cpuids = 5;
  const ExactJudgement judgement = JudgeExact(now, &recorded, false);
  EXPECT_EQ(judgement.verdict, GateVerdict::kRegressed);
  ASSERT_THAT(judgement.differences, SizeIs(1));
  EXPECT_EQ(judgement.differences[0].sentence, "compress baseline of zstd-1.5.4: 5 CPUIDs, 4 recorded (+1).");
  EXPECT_EQ(judgement.sentence, "1 of the counts of 4 rows rose, 0 fell.");
}

TEST(ExactJudgement, EveryKindOfCountIsCompared) {
  const ExactCounts recorded = CountsForTest();
  const auto change = [&](auto edit) {
    ExactCounts now = recorded;
    edit(now);
    const ExactJudgement judgement = JudgeExact(now, &recorded, false);
    EXPECT_EQ(judgement.verdict, GateVerdict::kRegressed);
    return judgement.differences.empty() ? "" : judgement.differences[0].sentence;
  };
  EXPECT_EQ(change([](ExactCounts& c) { *c.rows[1].cells.instructions += 1; }),
            "compress patched of zstd-1.5.4: 261,882.48 instructions, 261,881.48 recorded (+1).");
  EXPECT_EQ(change([](ExactCounts& c) { *c.rows[1].cells.bytes_cleared += 64; }),
            "compress patched of zstd-1.5.4: 62,223.50 bytes cleared, 62,159.50 recorded (+64).");
  EXPECT_EQ(change([](ExactCounts& c) { *c.rows[1].cells.bytes_stored += 1; }),
            "compress patched of zstd-1.5.4: 480,080.66 bytes stored, 480,079.66 recorded (+1).");
  EXPECT_EQ(change([](ExactCounts& c) { *c.phases[0].cells.instructions += 1; }),
            "phase reset (live) of zstd-1.5.4: 83 instructions, 82 recorded (+1).");
  EXPECT_EQ(change([](ExactCounts& c) { c.sizes[0].bytes += 1; }),
            "size of text pages of zstd-1.5.4: 125,001 bytes compressed, 125,000 recorded (+1).");
}

// A change of one request in 64 is a change.
TEST(ExactJudgement, OneInstructionOfOneRequestIsSeen) {
  const ExactCounts recorded = CountsForTest();
  ExactCounts now = recorded;
  *now.rows[0].cells.instructions += 1.0 / 64;
  EXPECT_EQ(JudgeExact(now, &recorded, false).verdict, GateVerdict::kRegressed);
}

TEST(ExactJudgement, FewerAreAnImprovementThatIsSaid) {
  const ExactCounts recorded = CountsForTest();
  ExactCounts now = recorded;
  now.rows[0].cells.cpuids = 2;
  const ExactJudgement judgement = JudgeExact(now, &recorded, false);
  EXPECT_EQ(judgement.verdict, GateVerdict::kImproved);
  ASSERT_THAT(judgement.differences, SizeIs(1));
  EXPECT_EQ(judgement.differences[0].sentence, "compress baseline of zstd-1.5.4: 2 CPUIDs, 4 recorded (-2).");
  now.rows[1].cells.cpuids = 3;
  EXPECT_EQ(JudgeExact(now, &recorded, false).verdict, GateVerdict::kRegressed)
      << "one better does not pay for another";
}

TEST(ExactJudgement, AnotherBuildIsNotComparedWithTheRecord) {
  const ExactCounts recorded = CountsForTest();
  ExactCounts now = recorded;
  now.engines[0].compiler = "GCC 13.1.0";
  EXPECT_EQ(WhyInvalid(now, &recorded),
            "These counts cannot be compared: zstd-1.5.4: its compiler is GCC 13.1.0, and the record has GCC 12.2.0.");
  now = recorded;
  now.engines[0].version = "1.5.7";
  EXPECT_THAT(WhyInvalid(now, &recorded), HasSubstr("its version is 1.5.7, and the record has 1.5.4"));
  now = recorded;
  now.engines[0].flags = "-O3";
  EXPECT_THAT(WhyInvalid(now, &recorded), HasSubstr("its flags"));
  now = recorded;
  now.tool_version = "0.2.0";
  EXPECT_THAT(WhyInvalid(now, &recorded), HasSubstr("the record is of firstbyte 0.1.0, and this is 0.2.0"));
  now = recorded;
  now.pages_sha256 = "ef";
  EXPECT_THAT(WhyInvalid(now, &recorded), HasSubstr("other pages"));
  now = recorded;
  now.rows.pop_back();
  EXPECT_THAT(WhyInvalid(now, &recorded), HasSubstr("compress patched was not counted, and the record has it"));
}

TEST(ExactJudgement, ARecordMustBeOne) {
  const ExactCounts now = CountsForTest();
  ExactCounts recorded = now;
  recorded.control = "cpuid";
  EXPECT_THAT(WhyInvalid(now, &recorded), HasSubstr("something was added"));
  recorded = UncountedForTest();
  EXPECT_THAT(WhyInvalid(now, &recorded), HasSubstr("compress baseline of the record has no counts"));
  recorded = now;
  recorded.engines[0].name = recorded.rows[0].engine = recorded.rows[1].engine = recorded.phases[0].engine =
      recorded.sizes[0].engine = "linux-6.12";
  EXPECT_THAT(WhyInvalid(now, &recorded), HasSubstr("linux-6.12 was not counted, and the record has it"));
}

// Else whoever counts fewer engines than were recorded would have a gate that is open for the others.
TEST(ExactJudgement, ARecordedEngineThatWasNotCountedIsInvalid) {
  const ExactCounts recorded = TwoEngines();
  EXPECT_EQ(WhyInvalid(CountsForTest(), &recorded),
            "These counts cannot be compared: candidate was not counted, and the record has it.");
  EXPECT_EQ(JudgeExact(TwoEngines(), &recorded, true).verdict, GateVerdict::kEquivalent);
}

TEST(ExactJudgement, NothingInCommonIsInvalid) {
  ExactCounts now = CountsForTest();
  now.rows.clear();
  now.phases.clear();
  now.sizes.clear();
  const ExactCounts recorded = now;
  EXPECT_THAT(WhyInvalid(now, &recorded), HasSubstr("no count in common"));
}

// Another source of the same version is what a gate is for.
TEST(ExactJudgement, AnotherSourceIsCompared) {
  const ExactCounts recorded = CountsForTest();
  ExactCounts now = recorded;
  now.engines[0].source_sha256 = "ff";
  EXPECT_EQ(JudgeExact(now, &recorded, false).verdict, GateVerdict::kEquivalent);
}

TEST(ExactJudgement, TwoEnginesOfOneFileAreCompared) {
  ExactCounts now = TwoEngines();
  EXPECT_EQ(JudgeExact(now, nullptr, true).verdict, GateVerdict::kEquivalent);
  now.engines[1].version = "1.5.7";
  *now.rows[2].cells.cpuids += 1;
  const ExactJudgement judgement = JudgeExact(now, nullptr, false);
  EXPECT_EQ(judgement.verdict, GateVerdict::kRegressed);
  ASSERT_THAT(judgement.differences, SizeIs(1));
  EXPECT_EQ(judgement.differences[0].sentence, "compress baseline of candidate: 5 CPUIDs, 4 in zstd-1.5.4 (+1).");
  now.engines[1].compiler = "Clang 14";
  EXPECT_THAT(WhyInvalid(now, nullptr), HasSubstr("candidate: its compiler is Clang 14, and zstd-1.5.4 has GCC"));
}

TEST(ExactJudgement, WhatTheRecordLacksIsComparedWithTheFirstEngine) {
  const ExactCounts recorded = CountsForTest();
  ExactCounts now = TwoEngines();
  now.rows[0].cells.cpuids = 3;  // of zstd-1.5.4: fewer than recorded, and fewer than candidate has
  const ExactJudgement judgement = JudgeExact(now, &recorded, false);
  ASSERT_THAT(judgement.differences, SizeIs(2));
  EXPECT_EQ(judgement.differences[0].reference, "recorded");
  EXPECT_EQ(judgement.differences[1].reference, "zstd-1.5.4");
  EXPECT_EQ(judgement.verdict, GateVerdict::kRegressed);
}

TEST(ExactJudgement, OneEngineAloneHasNothingToBeComparedWith) {
  EXPECT_THAT(WhyInvalid(CountsForTest(), nullptr), HasSubstr("one engine and no record"));
}

TEST(ExactJudgement, WhatWasNotMeasuredIsSaidAndSizesAreStillCompared) {
  const ExactCounts recorded = CountsForTest();
  ExactCounts now = UncountedForTest();
  ExactJudgement judgement = JudgeExact(now, &recorded, false);
  EXPECT_EQ(judgement.verdict, GateVerdict::kEquivalent);
  EXPECT_EQ(judgement.not_measured, "there is no qemu-x86_64 on PATH");
  EXPECT_EQ(judgement.rows, 1);
  EXPECT_THAT(judgement.notes, IsEmpty());
  EXPECT_THAT(WhyInvalid(now, &recorded, true), HasSubstr("the policy requires counts"));
  now.sizes[0].bytes += 1;
  EXPECT_EQ(JudgeExact(now, &recorded, false).verdict, GateVerdict::kRegressed);
}

TEST(ExactJudgement, PhasesOfAnEngineThatHasNoneAreNoted) {
  ExactCounts now = TwoEngines();
  now.phases.pop_back();
  now.no_phases["candidate"] = "Its insides are not known.";
  const ExactJudgement judgement = JudgeExact(now, nullptr, false);
  EXPECT_EQ(judgement.verdict, GateVerdict::kEquivalent);
  EXPECT_THAT(judgement.notes, ElementsAre("Phases of candidate were not counted: Its insides are not known."));
}

TEST(ExactJudgement, EveryMissingPhaseIsNoted) {
  ExactCounts recorded = CountsForTest();
  for (const char* const phase : {"pledge", "table_clear"})
    recorded.phases.push_back({"zstd-1.5.4", "live", phase, {0, 10, 0, 0}});
  ExactCounts now = recorded;
  now.phases.pop_back();
  ExactJudgement judgement = JudgeExact(now, &recorded, false);
  EXPECT_EQ(judgement.verdict, GateVerdict::kEquivalent);
  EXPECT_THAT(judgement.notes,
              ElementsAre("Phase table_clear (live) of zstd-1.5.4 was not counted, and the record has it."));
  now.phases.pop_back();
  judgement = JudgeExact(now, &recorded, false);
  EXPECT_THAT(
      judgement.notes,
      ElementsAre(
          "Phase pledge (live), phase table_clear (live) of zstd-1.5.4 were not counted, and the record has them."));
  EXPECT_THAT(WhyInvalid(now, &recorded, true),
              HasSubstr("the policy requires counts, and phase pledge (live), phase"));
}

TEST(ExactJudgement, PhasesThatAnEngineHasNotAreInvalidWhereCountsAreRequired) {
  ExactCounts now = TwoEngines();
  now.phases.pop_back();
  now.no_phases["candidate"] = "Its insides are not known.";
  EXPECT_EQ(WhyInvalid(now, nullptr, true),
            "These counts cannot be compared: the policy requires counts, and phases of candidate were not counted: "
            "Its insides are not known.");
  now.phases.clear();  // of neither engine: nothing was lost
  EXPECT_EQ(JudgeExact(now, nullptr, true).verdict, GateVerdict::kEquivalent);
}

}  // namespace
}  // namespace firstbyte::report
