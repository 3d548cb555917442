// SPDX-License-Identifier: GPL-2.0-or-later
#include "report/results_json.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <string>

#include "report/testing.h"
#include "report/validate.h"

namespace firstbyte::report {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::StartsWith;

FixtureOptions Small() {
  FixtureOptions options;
  options.runs = 2;
  options.rounds = 3;
  options.arms = {"baseline", "patched"};
  return options;
}

// The text with the first `from` replaced.
std::string Edited(std::string text, const std::string& from, const std::string& to) {
  const std::size_t at = text.find(from);
  EXPECT_NE(at, std::string::npos) << from;
  return at == std::string::npos ? text : text.replace(at, from.size(), to);
}

std::string Refusal(const std::string& text) {
  const auto results = FromJson(text, "f.json");
  if (results) return "accepted";
  EXPECT_EQ(results.error().code, ExitCode::kInvalid);
  return results.error().message;
}

TEST(ResultsJson, RoundTripKeepsEveryField) {
  const Results results = MakeResults();
  const auto again = FromJson(ToJson(results), "f.json");
  ASSERT_TRUE(again) << again.error().message;
  EXPECT_EQ(ToJson(*again), ToJson(results));
  EXPECT_EQ(again->protocol.seed, 18446744073709551615u) << "64 bits survive";
  EXPECT_EQ(again->context.environment[2].reason, results.context.environment[2].reason);
  EXPECT_EQ(again->runs[11].rounds[8].samples[3].wall_ns, results.runs[11].rounds[8].samples[3].wall_ns);
  EXPECT_EQ(again->runs[1].processes[0].slots, results.runs[1].processes[0].slots);
  EXPECT_EQ(again->not_measured, results.not_measured);
}

TEST(ResultsJson, OneSamplePerLine) {
  const std::string text = ToJson(MakeResults(Small()));
  EXPECT_THAT(text, StartsWith("{\n \"schema\": \"firstbyte/1\",\n \"context\": {\n"));
  EXPECT_THAT(text, HasSubstr("\n      {\"arm\":1,\"position\":0,\"wall_ns\":"));
  EXPECT_THAT(text, HasSubstr("\"tsc_ticks\":null,"));
  EXPECT_THAT(text, HasSubstr("\n  {\"name\":\"baseline\",\"operation\":\"compress\""));
  EXPECT_EQ(text.back(), '\n');
  std::size_t longest = 0;
  for (std::size_t at = 0, end; (end = text.find('\n', at)) != std::string::npos; at = end + 1) {
    longest = std::max(longest, end - at);
  }
  EXPECT_LT(longest, 600u);
}

TEST(ResultsJson, PiecesAreSingleLines) {
  const Results results = MakeResults(Small());
  for (const std::string& line :
       {HeaderToJson(results), ProcessToJson(results.runs[0].processes[0]), RoundToJson(results.runs[0].rounds[0])}) {
    EXPECT_EQ(line.find('\n'), std::string::npos);
  }
}

TEST(ResultsJson, PiecesPutTogetherAreTheWhole) {
  const Results results = MakeResults(Small());
  Results again = HeaderFromJson(HeaderToJson(results), "j, line 1").value();
  EXPECT_TRUE(again.runs.empty());
  for (const auto& run : results.runs) {
    again.runs.push_back({run.run, {}, {}});
    for (const Process& process : run.processes) {
      again.runs.back().processes.push_back(ProcessFromJson(ProcessToJson(process), "j, line 2").value());
    }
    for (const Round& round : run.rounds) {
      again.runs.back().rounds.push_back(RoundFromJson(RoundToJson(round), "j, line 3").value());
    }
  }
  EXPECT_EQ(ToJson(again), ToJson(results));
}

TEST(ResultsJson, LineBreaksInTextDoNotBreakThePieces) {
  Results results = MakeResults(Small());
  results.context.platform = "two\nlines";
  EXPECT_EQ(HeaderToJson(results).find('\n'), std::string::npos);
  EXPECT_EQ(HeaderFromJson(HeaderToJson(results), "j")->context.platform, "two\nlines");
}

TEST(ResultsJson, IllFormedTextIsReplacedNotThrown) {
  Results results = MakeResults(Small());
  results.context.platform = "bad \xff byte";
  EXPECT_EQ(FromJson(ToJson(results), "f.json")->context.platform, "bad \xef\xbf\xbd byte");
}

TEST(ResultsJson, BrokenPieceNamesItsPlace) {
  const auto round = RoundFromJson(R"({"round":0,"process":0})", "m.journal, line 7");
  EXPECT_EQ(round.error().message, "m.journal, line 7: samples is missing.");
  EXPECT_EQ(ProcessFromJson("{", "m.journal, line 2").error().message,
            "m.journal, line 2 is cut off: the JSON does not end (line 1, column 2).");
  EXPECT_EQ(HeaderFromJson("{}", "m.journal, line 1").error().message,
            "m.journal, line 1 does not say its schema; this version reads firstbyte/1.");
}

TEST(ResultsJson, RefusesOtherSchemas) {
  const std::string text = ToJson(MakeResults(Small()));
  EXPECT_EQ(Refusal(Edited(text, "firstbyte/1", "firstbyte/2")),
            "f.json has the schema \"firstbyte/2\"; this version reads firstbyte/1.");
  EXPECT_EQ(Refusal(Edited(text, "\"firstbyte/1\"", "1")),
            "f.json has the schema \"1\"; this version reads firstbyte/1.");
  EXPECT_EQ(Refusal(R"({"context":{},"benchmarks":[]})"),
            "f.json does not say its schema; this version reads firstbyte/1.");
  EXPECT_EQ(Refusal("[]"), "f.json holds no JSON object; this version reads firstbyte/1.");
}

TEST(ResultsJson, RefusesMissingFields) {
  const std::string text = ToJson(MakeResults(Small()));
  EXPECT_EQ(Refusal(Edited(text, "\"position\":0,", "")), "f.json: runs[0].rounds[0].samples[0].position is missing.");
  EXPECT_EQ(Refusal(Edited(text, "\"accel\"", "\"Accel\"")), "f.json: context.accel is missing.");
  EXPECT_EQ(Refusal(Edited(text, "\"tsc_ticks\":null,", "")),
            "f.json: runs[0].rounds[0].samples[0].tsc_ticks is missing.");
}

TEST(ResultsJson, RefusesMistypedFields) {
  const std::string text = ToJson(MakeResults(Small()));
  const auto edited = [&](const std::string& to) {
    return Refusal(Edited(text, "\"position\":0", "\"position\":" + to));
  };
  const std::string place = "f.json: runs[0].rounds[0].samples[0].position is ";
  EXPECT_EQ(edited("\"0\""), place + "the string \"0\"; an integer belongs there.");
  EXPECT_EQ(edited("0.0"), place + "0.0; an integer belongs there.");
  EXPECT_EQ(edited("1e3"), place + "1000.0; an integer belongs there.");
  EXPECT_EQ(edited("null"), place + "null; an integer belongs there.");
  EXPECT_EQ(edited("true"), place + "true; an integer belongs there.");
  EXPECT_EQ(edited("[]"), place + "an array; an integer belongs there.");
  EXPECT_EQ(edited("2147483648"), place + "2147483648; a 32-bit integer belongs there.");
  EXPECT_EQ(Refusal(Edited(text, "\"accel\": \"hardware\"", "\"accel\": 1")),
            "f.json: context.accel is 1; a string belongs there.");
  EXPECT_EQ(Refusal(Edited(text, "\"tsc_ticks\":null", "\"tsc_ticks\":18446744073709551615")),
            "f.json: runs[0].rounds[0].samples[0].tsc_ticks is 18446744073709551615; a 64-bit integer belongs there.");
  EXPECT_EQ(Refusal(R"({"schema":"firstbyte/1","context":[]})"),
            "f.json: context is an array; an object belongs there.");
}

TEST(ResultsJson, IgnoresKeysOfLaterVersions) {
  const std::string text = ToJson(MakeResults(Small()));
  EXPECT_EQ(Refusal(Edited(text, "\"accel\"", "\"colour\": {\"a\": [1.5]}, \"accel\"")), "accepted");
}

// Files of before the CPU's counters were read.
std::string WithoutCounters(std::string text) {
  const std::string counters =
      ",\"cycles\":null,\"instructions\":null,\"branches\":null,\"branch_misses\":null,\"counters_permille\":null";
  for (std::size_t at; (at = text.find(counters)) != std::string::npos;) text.erase(at, counters.size());
  return text;
}

TEST(ResultsJson, FieldsThatWereAddedLaterAreNullWithAReasonWhereTheyAreAbsent) {
  Results results = MakeResults(Small());
  for (const char* field : {"cycles", "instructions", "branches", "branch_misses", "counters_permille"})
    results.not_measured.erase(field);
  const auto read = FromJson(WithoutCounters(ToJson(results)), "f.json");
  ASSERT_TRUE(read) << read.error().message;
  EXPECT_EQ(read->runs[0].rounds[0].samples[0].cycles, std::nullopt);
  EXPECT_EQ(read->not_measured.at("cycles"), "the version of Firstbyte that wrote this file did not count it");
  EXPECT_EQ(read->not_measured.size(), 6U);
  EXPECT_TRUE(Validate(*read, "f.json"));
  EXPECT_FALSE(Validate(FromJson(ToJson(results), "f.json").value(), "f.json"))
      << "who writes null must say why, in any version";
}

// Of engines nothing was measured, so no reason is owed.
TEST(ResultsJson, EnginesOfBeforeHaveNoDigestsOfTheirCode) {
  Results results = MakeResults(Small());
  const std::string none = ",\"text_sha256\":null,\"data_sha256\":null";
  std::string text = ToJson(results);
  for (std::size_t at; (at = text.find(none)) != std::string::npos;) text.erase(at, none.size());
  ASSERT_EQ(text.find("text_sha256"), std::string::npos);
  const auto read = FromJson(text, "f.json");
  ASSERT_TRUE(read) << read.error().message;
  EXPECT_EQ(read->context.engines[0].text_sha256, std::nullopt);
  EXPECT_EQ(read->not_measured, results.not_measured);
  results.context.engines[0].text_sha256 = "ab";
  EXPECT_EQ(FromJson(ToJson(results), "f.json")->context.engines[0].text_sha256, "ab");
}

TEST(ResultsJson, TheReasonOfTheFileWinsOverThatOfItsAge) {
  const auto read = FromJson(WithoutCounters(ToJson(MakeResults(Small()))), "f.json");
  EXPECT_EQ(read->not_measured.at("cycles"), "no hardware PMU (ENOENT), as in many virtual machines");
}

TEST(ResultsJson, AHeaderOfBeforeExplainsTheRoundsThatFollow) {
  Results results = MakeResults(Small());
  results.not_measured.erase("cycles");
  const auto header = HeaderFromJson(HeaderToJson(results), "m.journal, line 1");
  EXPECT_EQ(header->not_measured.at("cycles"), "the version of Firstbyte that wrote this file did not count it");
  const auto round = RoundFromJson(WithoutCounters(RoundToJson(results.runs[0].rounds[0])), "m.journal, line 3");
  ASSERT_TRUE(round);
  EXPECT_TRUE(ValidateRound(*header, results.runs[0], *round, "m.journal, line 3"));
}

TEST(ListFields, NamesTypesAndPlaces) {
  const auto fields = ListFields();
  const auto type_of = [&](const std::string& path) {
    const auto it = std::find_if(fields.begin(), fields.end(), [&](const auto& field) { return field.path == path; });
    return it == fields.end() ? "none" : it->type;
  };
  EXPECT_EQ(type_of("schema"), "string");
  EXPECT_EQ(type_of("context"), "object");
  EXPECT_EQ(type_of("context.environment"), "array of objects");
  EXPECT_EQ(type_of("context.environment[].verdict"), "string");
  EXPECT_EQ(type_of("not_measured"), "object of strings");
  EXPECT_EQ(type_of("runs[].processes[].slots"), "array of integers");
  EXPECT_EQ(type_of("runs[].rounds[].samples[].cpu_ns"), "integer or null");
  EXPECT_EQ(type_of("runs[].rounds[].samples[].wall_ns"), "integer");
}

TEST(NullFields, ListsWhatNeedsAReason) {
  FixtureOptions options = Small();
  options.counters = true;
  Sample sample = MakeResults(options).runs[0].rounds[0].samples[0];
  EXPECT_THAT(NullFields(sample), ElementsAre("tsc_ticks"));
  sample.steal_ticks.reset();
  EXPECT_THAT(NullFields(sample), ElementsAre("tsc_ticks", "steal_ticks"));
}

}  // namespace
}  // namespace firstbyte::report
