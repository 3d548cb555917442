// SPDX-License-Identifier: GPL-2.0-or-later
#include "report/published.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>

namespace firstbyte::report {
namespace {

using ::testing::EndsWith;
using ::testing::StartsWith;

// Tests run in the directory of their data.
constexpr char kDirectory[] = "report/published";

std::string Table(const std::string& row, const std::string& means = "saved") {
  return R"({"schema":"firstbyte-published/1","subject":"s","author":"a","date":"d","message_id":"m","provenance":"p","method":"x","arm_heading":"patched",)"
         R"("delta_heading":"delta","percent_means":")" +
         means + R"(","baseline_cpuids":4,"arm_cpuids":2,"groups":[{"label":"l","setup":"s","rows":[)" + row + "]}]}";
}

std::string Refusal(const std::string& text) {
  const auto table = ParsePublished(text, "t.json");
  if (table) return "accepted";
  EXPECT_EQ(table.error().code, ExitCode::kInvalid);
  return table.error().message;
}

TEST(ReadPublished, ReadsTheMailsTables) {
  const auto tables = ReadPublished(kDirectory);
  ASSERT_TRUE(tables) << tables.error().message;
  ASSERT_EQ(tables->size(), 2u);
  const PublishedTable& first = tables->at(0);
  EXPECT_EQ(first.subject, "[PATCH 0/2] crypto: zstd - avoid initializing the workspace twice");
  ASSERT_EQ(first.groups.size(), 2u);
  EXPECT_EQ(first.groups[1].label, "one-vCPU KVM");
  EXPECT_EQ(first.groups[1].rows[0].percent, "9.8%") << "as printed";
  EXPECT_EQ(first.groups[1].rows[0].baseline_ns, 16675);
  const PublishedTable& second = tables->at(1);
  EXPECT_EQ(second.percent_means, "changed");
  EXPECT_FALSE(second.groups[0].rows[1].delta);
  EXPECT_EQ(second.groups[0].rows[1].arm_ns, 963);
  EXPECT_EQ(first.arm_cpuids, 2);
  EXPECT_EQ(second.baseline_cpuids, 4);
  EXPECT_EQ(second.arm_cpuids, 0);
}

TEST(ReadPublished, UnreadableDirectoriesAreUsageErrors) {
  const auto missing = ReadPublished("/nonexistent/tables");
  EXPECT_EQ(missing.error().code, ExitCode::kUsage);
  EXPECT_EQ(missing.error().message, "Cannot read the directory /nonexistent/tables: No such file or directory.");
  const std::string empty = std::string(std::getenv("TEST_TMPDIR")) + "/empty";
  std::filesystem::create_directories(empty);
  EXPECT_EQ(ReadPublished(empty).error().message, empty + " holds no published tables (*.json).");
}

TEST(ReadPublished, BrokenFilesAreNamed) {
  const std::string directory = std::string(std::getenv("TEST_TMPDIR")) + "/broken";
  std::filesystem::create_directories(directory);
  std::ofstream(directory + "/x.json") << "{";
  const auto refused = ReadPublished(directory);
  EXPECT_EQ(refused.error().code, ExitCode::kInvalid);
  EXPECT_THAT(refused.error().message, StartsWith(directory + "/x.json is cut off"));
}

TEST(ParsePublished, CellsMustLookLikeTheMails) {
  const auto row = [](const std::string& baseline, const std::string& delta, const std::string& percent) {
    return Table(R"({"name":"c","baseline":")" + baseline + R"(","arm":"9 ns","delta":)" + delta + R"(,"percent":")" +
                 percent + R"("})");
  };
  EXPECT_EQ(Refusal(row("10 ns", "\"1 ns\"", "10.0%")), "accepted");
  EXPECT_EQ(Refusal(row("10 ns", "null", "-10.0%")), "accepted");
  EXPECT_EQ(Refusal(row("16675 ns", "null", "1.0%")),
            "t.json: groups[0].rows[0].baseline is \"16675 ns\"; a cell looks like \"52,283 ns\".");
  for (const char* cell :
       {"", "ns", "10", "10ns", "0 ns", "-5 ns", "1,0 ns", "nan ns", "1e3 ns", "99999999999999999999999 ns"}) {
    EXPECT_THAT(Refusal(row(cell, "null", "1.0%")), EndsWith("a cell looks like \"52,283 ns\".")) << cell;
  }
  EXPECT_THAT(Refusal(row("10 ns", "\"1\"", "1.0%")), StartsWith("t.json: groups[0].rows[0].delta is"));
  for (const char* cell : {"", "%", "9.8", "9.80%", "9.8 %", "inf%"}) {
    EXPECT_THAT(Refusal(row("10 ns", "null", cell)), EndsWith("a cell looks like \"2.4%\".")) << cell;
  }
}

TEST(ParsePublished, RefusesOtherFiles) {
  EXPECT_EQ(Refusal("{}"), "t.json: subject is missing.");
  EXPECT_EQ(Refusal(Table("", "lost")), "t.json: percent_means is \"lost\"; it must be saved or changed.");
  for (const char* cpuids : {"\"arm_cpuids\":4", "\"arm_cpuids\":-1", "\"arm_cpuids\":5"}) {
    std::string table = Table("");
    table.replace(table.find("\"arm_cpuids\":2"), 14, cpuids);
    EXPECT_THAT(Refusal(table), StartsWith("t.json: arm_cpuids is ")) << cpuids;
  }
  std::string other = Table("");
  other.replace(other.find("/1"), 2, "/2");
  EXPECT_EQ(Refusal(other),
            "t.json has the schema \"firstbyte-published/2\"; this version reads firstbyte-published/1.");
}

}  // namespace
}  // namespace firstbyte::report
