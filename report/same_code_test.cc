// SPDX-License-Identifier: GPL-2.0-or-later
#include "report/same_code.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <string>

#include "report/comparison.h"
#include "report/judgement.h"
#include "report/merge_results.h"
#include "report/sentence.h"
#include "report/testing.h"

namespace firstbyte::report {
namespace {

using ::testing::HasSubstr;

// Two engines with the same code, the second of which takes 10 % longer whatever the reason.
Results SameCode() {
  FixtureOptions options;
  options.engines = {"zstd-1.5.4", "candidate"};
  options.arms = {"baseline", "patched", "cached", "A/A"};
  options.wall_ns = [](const Arm& arm, int run, int round) {
    return FixtureMeanNs(arm, run, round) * (arm.engine == "candidate" ? 1.1 : 1);
  };
  Results results = MakeResults(options);
  for (EngineRecord& engine : results.context.engines) {
    engine.text_sha256 = std::string(64, engine.probe == "live" ? '1' : '2');
    engine.data_sha256 = std::string(64, '3');
  }
  return results;
}

const Arm& ArmOf(const Results& results, const std::string& engine, const std::string& name,
                 const std::string& operation = "compress") {
  return *std::find_if(results.arms.begin(), results.arms.end(), [&](const Arm& arm) {
    return arm.engine == engine && arm.name == name && arm.operation == operation;
  });
}

EngineRecord& RecordOf(Results& results, const std::string& engine, const std::string& probe) {
  return *std::find_if(results.context.engines.begin(), results.context.engines.end(),
                       [&](const EngineRecord& record) { return record.name == engine && record.probe == probe; });
}

TEST(IsSameCode, NeedsBothDigestsOfTwoEnginesInTheSameRole) {
  Results results = SameCode();
  const Arm& baseline = ArmOf(results, "zstd-1.5.4", "baseline");
  EXPECT_TRUE(IsSameCode(results, ArmOf(results, "candidate", "baseline"), baseline));
  EXPECT_FALSE(IsSameCode(results, ArmOf(results, "candidate", "patched"), baseline)) << "another policy";
  EXPECT_FALSE(IsSameCode(results, ArmOf(results, "candidate", "cached"), baseline)) << "another probe";
  EXPECT_FALSE(IsSameCode(results, ArmOf(results, "candidate", "baseline", "decompress"), baseline));
  EXPECT_FALSE(IsSameCode(results, ArmOf(results, "zstd-1.5.4", "A/A"), baseline)) << "one engine";
  RecordOf(results, "candidate", "live").data_sha256 = std::string(64, '4');
  EXPECT_FALSE(IsSameCode(results, ArmOf(results, "candidate", "baseline"), baseline)) << "other constants";
}

TEST(IsSameCode, DigestsThatAreNotThereAreNotEqual) {
  Results results = SameCode();
  for (EngineRecord& engine : results.context.engines) engine.text_sha256.reset();
  EXPECT_FALSE(IsSameCode(results, ArmOf(results, "candidate", "baseline"), ArmOf(results, "zstd-1.5.4", "baseline")));
}

TEST(SameCode, ComparisonSaysSoInsteadOfSlower) {
  const Results results = SameCode();
  const Comparison comparison = Compare(results).value();
  int rows = 0;
  for (const Group& group : comparison.groups) {
    if (group.engine == group.reference_engine) continue;
    for (const Row& row : group.rows) {
      ++rows;
      EXPECT_EQ(row.difference->verdict, Verdict::kSameCode);
      EXPECT_NEAR(row.difference->percent, -10, 0.1) << "the numbers stay";
      EXPECT_THAT(SentenceOf(results, row), HasSubstr("is the same code; what was seen, 10.0% more time"));
    }
  }
  EXPECT_EQ(rows, 6) << "three arms of two operations";
}

TEST(SameCode, GateCallsItEquivalentAndPrintsTheRow) {
  const Judgement judgement = Judge(SameCode(), {}).value();
  EXPECT_EQ(judgement.verdict, GateVerdict::kEquivalent) << judgement.sentence;
  ASSERT_EQ(judgement.rows.size(), 6u);
  for (const RowJudgement& row : judgement.rows) {
    EXPECT_TRUE(row.same_code);
    EXPECT_EQ(row.verdict, GateVerdict::kEquivalent);
    EXPECT_NEAR(row.change_percent, 10, 0.1);
    EXPECT_THAT(row.sentence, HasSubstr("the same code"));
  }
}

TEST(SameCode, GateStillJudgesTheOtherProbe) {
  Results results = SameCode();
  RecordOf(results, "candidate", "live").text_sha256 = std::string(64, '5');
  const Judgement judgement = Judge(results, {}).value();
  EXPECT_EQ(judgement.verdict, GateVerdict::kRegressed);
  for (const RowJudgement& row : judgement.rows)
    EXPECT_EQ(row.verdict, row.same_code ? GateVerdict::kEquivalent : GateVerdict::kRegressed) << row.row;
  EXPECT_EQ(std::count_if(judgement.rows.begin(), judgement.rows.end(), [](const auto& row) { return row.same_code; }),
            2);
}

// The loop that measures and the requests are part of the program, not of the engine.
TEST(SameCode, FilesOfTwoProgramsAreNot) {
  Results first = SameCode();
  Results second = SameCode();
  const auto is_same = [&] {
    const Results merged = MergeResults({"a", first}, {"b", second}).value();
    return IsSameCode(merged, ArmOf(merged, "zstd-1.5.4", "baseline"), ArmOf(merged, "zstd-1.5.4 (B)", "baseline"));
  };
  EXPECT_TRUE(is_same());
  second.context.program_sha256 = std::string(64, '9');
  EXPECT_FALSE(is_same());
}

}  // namespace
}  // namespace firstbyte::report
