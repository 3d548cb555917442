// SPDX-License-Identifier: GPL-2.0-or-later
#include "report/phase_table.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <functional>
#include <nlohmann/json.hpp>

#include "report/phase_json.h"
#include "report/phase_testing.h"

namespace firstbyte::report {
namespace {

using Json = nlohmann::ordered_json;
using ::testing::HasSubstr;

std::string Document() {
  const PhaseResults results = RoundPhases();
  return PhasesJson(results, Summarise(results));
}

Result<PhaseTable> Changed(const std::function<void(Json&)>& change) {
  Json json = Json::parse(Document());
  change(json);
  return ParsePhaseTable(json.dump(), "phases.json");
}

Arm ArmOf(const char* probe, const char* policy) { return {"an arm", "decompress", "zstd-1.5.4", probe, policy}; }

// A baseline of 2 x 2 CPUIDs of 4000 ns and 4100 ns beside them; the patch saves 2 and 2 ns.
TEST(PhaseTableOf, IsThatOfTheDocument) {
  const PhaseResults results = RoundPhases();
  const PhaseTable direct = PhaseTableOf(results, Summarise(results));
  const auto read = ParsePhaseTable(Document(), "phases.json");
  ASSERT_TRUE(read) << read.error().message;
  for (const PhaseTable* const table : {&direct, &*read}) {
    EXPECT_EQ(table->engine, "zstd-1.5.4");
    EXPECT_EQ(table->platform, "VM (KVM)");
    EXPECT_EQ(table->level, 3);
    EXPECT_EQ(table->corpus, "64 built-in pages (mixed, seed 1), cycled in order");
    ASSERT_EQ(table->requests.size(), 4u);
    const RequestCosts& costs = table->requests.at({"live", "decompress"});
    EXPECT_DOUBLE_EQ(costs.baseline_ns, 20100);
    EXPECT_DOUBLE_EQ(costs.saved_ns, 8002);
    EXPECT_EQ(costs.cpuids, 4);
    EXPECT_EQ(costs.saved_cpuids, 2);
    EXPECT_DOUBLE_EQ(costs.cpuid_ns, 4000);
    EXPECT_EQ(table->requests.at({"cached", "compress"}).cpuids, 0);
  }
}

TEST(CpuidShareByPhases, IsCountTimesPriceOverTheRequest) {
  const auto table = ParsePhaseTable(Document(), "phases.json");
  ASSERT_TRUE(table);
  EXPECT_DOUBLE_EQ(CpuidShareByPhases(*table, ArmOf("live", "eager")).value(), 16000.0 / 20100);
  EXPECT_DOUBLE_EQ(CpuidShareByPhases(*table, ArmOf("live", "deferred")).value(), 8000.0 / (20100 - 8002));
  EXPECT_EQ(CpuidShareByPhases(*table, ArmOf("cached", "eager")), 0);
  EXPECT_EQ(CpuidShareByPhases(*table, ArmOf("cached", "deferred")), 0);
  EXPECT_FALSE(CpuidShareByPhases(*table, ArmOf("cached", "reuse"))) << "the floor is in no phase table";
  EXPECT_FALSE(CpuidShareByPhases(*table, ArmOf("another", "eager")));
}

TEST(CpuidShareByPhases, IsNothingWhereNothingIsLeftOfTheRequest) {
  auto table = ParsePhaseTable(Document(), "phases.json");
  ASSERT_TRUE(table);
  table->requests.at({"live", "decompress"}).saved_ns = 20100;
  EXPECT_FALSE(CpuidShareByPhases(*table, ArmOf("live", "deferred")));
}

TEST(ParsePhaseTable, RefusesOtherSchemas) {
  for (const char* const schema : {"firstbyte/1", "firstbyte-phases/2", ""}) {
    const auto table = Changed([schema](Json& json) { json["schema"] = schema; });
    ASSERT_FALSE(table);
    EXPECT_EQ(table.error().code, ExitCode::kInvalid);
    EXPECT_THAT(table.error().message, HasSubstr("phases.json is no phase table: its schema is"));
  }
  EXPECT_FALSE(ParsePhaseTable("[]", "phases.json"));
  EXPECT_FALSE(ParsePhaseTable("{", "phases.json"));
}

TEST(ParsePhaseTable, RefusesWhatIsNotThere) {
  const auto expect = [](const char* name, const std::function<void(Json&)>& change) {
    const auto table = Changed(change);
    ASSERT_FALSE(table) << name;
    EXPECT_THAT(table.error().message, HasSubstr("\"" + std::string(name) + "\""));
  };
  expect("wholes", [](Json& json) { json.erase("wholes"); });
  expect("savings", [](Json& json) { json["cached"].erase("savings"); });
  expect("conditions", [](Json& json) { json.erase("conditions"); });
  expect("level", [](Json& json) { json["conditions"]["level"] = "3"; });
  expect("cpuids", [](Json& json) { json["savings"][0]["cpuids"] = -1; });
  expect("cpuids", [](Json& json) { json["wholes"][3]["cpuids"] = 2.5; });
  expect("value", [](Json& json) { json["savings"][0]["ns"] = 5; });
  expect("value", [](Json& json) { json["savings"][0]["ns"]["value"] = nullptr; });
  expect("engine", [](Json& json) { json["engine"] = 7; });
  expect("operation", [](Json& json) { json["savings"][0] = "compress"; });
}

TEST(ParsePhaseTable, RefusesWhatCannotBe) {
  for (const auto& change : std::vector<std::function<void(Json&)>>{
           [](Json& json) { json["wholes"][3]["ns"]["value"] = -1; },
           [](Json& json) { json["savings"][0]["cpuids"] = 5; },
           [](Json& json) { json["savings"][0]["cpuids"] = 0; },
           [](Json& json) { json["savings"][0]["cpuid_ns"]["value"] = -8000; },
           [](Json& json) {
             json["wholes"] = Json::array();
             json["cached"]["wholes"] = Json::array();
           },
       }) {
    const auto table = Changed(change);
    ASSERT_FALSE(table);
    EXPECT_THAT(table.error().message, HasSubstr("says times that cannot be"));
  }
}

TEST(ReadPhaseTable, SaysWhichFileIsNotThere) {
  const auto table = ReadPhaseTable("nothing-here.json");
  ASSERT_FALSE(table);
  EXPECT_EQ(table.error().code, ExitCode::kUsage);
  EXPECT_THAT(table.error().message, HasSubstr("nothing-here.json"));
}

}  // namespace
}  // namespace firstbyte::report
