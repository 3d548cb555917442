// SPDX-License-Identifier: GPL-2.0-or-later
#include "report/phases_file.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <functional>
#include <nlohmann/json.hpp>
#include <string>

#include "report/phase_json.h"
#include "report/phase_summary.h"
#include "report/phase_testing.h"

namespace firstbyte::report {
namespace {

using Json = nlohmann::ordered_json;
using ::testing::HasSubstr;

std::string Document() { return PhasesJson(RoundPhases(), Summarise(RoundPhases())); }

TEST(PhasesFile, ReadsWhatWasWritten) {
  const auto read = ParsePhases(Document(), "phases.json");
  ASSERT_TRUE(read) << read.error().message;
  EXPECT_EQ(read->engine, "zstd-1.5.4");
  EXPECT_EQ(read->series.size(), RoundPhases().series.size());
  EXPECT_EQ(PhasesJson(*read, Summarise(*read)), Document()) << "every number of it";
}

struct Spoiled {
  const char* what;
  std::function<void(Json&)> spoil;
  const char* message;
};

TEST(PhasesFile, RefusesWhatItCannotTrust) {
  const Spoiled cases[] = {
      {"another schema", [](Json& j) { j["schema"] = "firstbyte/1"; }, "has the schema \"firstbyte/1\""},
      {"no schema", [](Json& j) { j.erase("schema"); }, "does not say that it is firstbyte-phases/1"},
      {"no conditions", [](Json& j) { j.erase("conditions"); }, "conditions is missing"},
      {"no machine", [](Json& j) { j["conditions"].erase("machine_id"); }, "conditions.machine_id is missing"},
      {"no repetitions", [](Json& j) { j["conditions"]["repetitions"] = 0; }, "has 0 repetitions"},
      {"many parameters", [](Json& j) { j["conditions"]["parameters"] = 2'000'000; }, "has 2000000 parameters"},
      {"text", [](Json& j) { j["estimates"][0]["repetitions"][0]["ns"] = "4"; }, "a number belongs there"},
      {"null", [](Json& j) { j["estimates"][0]["repetitions"][0]["ns"] = nullptr; }, "a number belongs there"},
      {"a kind", [](Json& j) { j["estimates"][1]["kind"] = "part"; }, "estimates[1] has the kind \"part\""},
      {"a probe", [](Json& j) { j["estimates"][2]["probe"] = "dead"; }, "estimates[2] has the probe \"dead\""},
      {"a time", [](Json& j) { j["estimates"][0]["repetitions"][0]["ns"] = 1.7e308; }, "a time of more than a year"},
      {"bytes", [](Json& j) { j["estimates"][1]["bytes"] = -1; }, "estimates[1] clears -1 bytes"},
      {"CPUIDs", [](Json& j) { j["estimates"][1]["cpuids"] = -2; }, "estimates[1] has -2 CPUIDs"},
      {"twice", [](Json& j) { j["estimates"][1] = j["estimates"][0]; }, "estimates[1] is there twice"},
      {"fewer", [](Json& j) { j["estimates"][3]["repetitions"].erase(0); }, "estimates[3] has 5 repetitions of 6"},
  };
  for (const Spoiled& spoiled : cases) {
    Json json = Json::parse(Document());
    spoiled.spoil(json);
    const auto read = ParsePhases(json.dump(), "phases.json");
    ASSERT_FALSE(read) << spoiled.what;
    EXPECT_EQ(read.error().code, ExitCode::kInvalid) << spoiled.what;
    EXPECT_THAT(read.error().message, HasSubstr(spoiled.message));
    EXPECT_THAT(read.error().message, HasSubstr("phases.json"));
  }
}

TEST(PhasesFile, SurvivesTextThatIsCutOff) {
  const std::string document = Document();
  for (std::size_t length = 0; length + 2 < document.size(); length += 97)
    EXPECT_FALSE(ParsePhases(document.substr(0, length), "phases.json")) << length;
}

Results ResultsOf(const PhaseResults& phases) {
  Results results;
  results.context.tool_version = phases.tool_version;
  results.context.machine_id = phases.machine_id;
  results.context.platform = phases.platform;
  results.context.accel = phases.accel;
  results.protocol.level = phases.level;
  results.protocol.corpus = phases.corpus;
  results.protocol.request_case = "linear";
  results.arms = {{"baseline", "compress", phases.engine, "live", "eager"}};
  return results;
}

TEST(CheckSameSubject, RefusesToMixWhatIsNotAlike) {
  const PhaseResults phases = RoundPhases();
  EXPECT_TRUE(CheckSameSubject(phases, ResultsOf(phases)));
  const auto differs = [&](const std::function<void(Results&)>& change, const char* what) {
    Results results = ResultsOf(phases);
    change(results);
    const auto same = CheckSameSubject(phases, results);
    ASSERT_FALSE(same) << what;
    EXPECT_EQ(same.error().code, ExitCode::kInvalid);
    EXPECT_THAT(same.error().message, HasSubstr(what));
  };
  differs([](Results& r) { r.context.tool_version = "9"; }, "version of firstbyte");
  differs([](Results& r) { r.context.machine_id = "another"; }, "machine");
  differs([](Results& r) { r.context.platform = "bare metal"; }, "platform");
  differs([](Results& r) { r.context.accel = "tcg"; }, "accelerator");
  differs([](Results& r) { r.protocol.level = 1; }, "level");
  differs([](Results& r) { r.protocol.corpus = "others"; }, "pages");
  differs([](Results& r) { r.protocol.request_case = "scattered"; }, "kind of request");
  differs([](Results& r) { r.arms[0].engine = "zstd-1.5.7"; }, "engine");
}

TEST(PhasesFile, AMissingFileIsAUsageError) {
  EXPECT_EQ(ReadPhasesFile("no such file").error().code, ExitCode::kUsage);
}

}  // namespace
}  // namespace firstbyte::report
