// SPDX-License-Identifier: GPL-2.0-or-later
#include "count/counted_output.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

namespace firstbyte::count {
namespace {

using ::testing::HasSubstr;

std::string Counted(int windows, int instructions, int cpuids, int cleared, int stored) {
  return R"({"line":"counted","windows":)" + std::to_string(windows) + R"(,"instructions":)" +
         std::to_string(instructions) + R"(,"cpuids":)" + std::to_string(cpuids) + R"(,"bytes_cleared":)" +
         std::to_string(cleared) + R"(,"bytes_stored":)" + std::to_string(stored) + "}\n";
}

std::string Requests(const char* arm) {
  return std::string(R"({"line":"requests","engine":"e","arm":")") + arm + R"(","operation":"compress"})" + "\n";
}

std::string Phase(const char* phase, int times) {
  return std::string(R"({"line":"phase","engine":"e","probe":"live","phase":")") + phase + R"(","times":)" +
         std::to_string(times) + "}\n";
}

const std::string kStart = "{\"line\":\"start\"}\n";
const std::string kWarmUp = "{\"line\":\"warm_up\"}\n" + Counted(2, 5000, 9, 9, 9);
const std::string kEnd = "{\"line\":\"end\"}\n";

std::string ErrorOf(const std::string& text) {
  report::ExactCounts counts;
  const auto read = ReadCountedOutput(text, counts);
  return read ? "no error" : read.error().message;
}

TEST(CountedOutput, RequestsAreMeansWithoutWhatAWindowAroundNothingCounts) {
  report::ExactCounts counts;
  const auto read = ReadCountedOutput(kStart + kWarmUp + Requests("") + Counted(2, 14, 0, 0, 56) +
                                          Requests("baseline") + Counted(2, 2015, 8, 640, 1057) + kEnd,
                                      counts);
  ASSERT_TRUE(read) << read.error().message;
  ASSERT_EQ(counts.rows.size(), 1u);
  const report::ExactRow& row = counts.rows[0];
  EXPECT_EQ(row.engine, "e");
  EXPECT_EQ(row.arm, "baseline");
  EXPECT_EQ(row.operation, "compress");
  EXPECT_EQ(row.requests, 2);
  EXPECT_EQ(row.cells.cpuids, 4);
  EXPECT_EQ(row.cells.instructions, 1000.5);
  EXPECT_EQ(row.cells.bytes_cleared, 320);
  EXPECT_EQ(row.cells.bytes_stored, 500.5);
}

TEST(CountedOutput, APhaseIsWhatTwiceAsManyCostMore) {
  report::ExactCounts counts;
  const auto read = ReadCountedOutput(
      Phase("null", 4) + Counted(1, 50, 0, 0, 20) + Phase("null", 8) + Counted(1, 78, 0, 0, 40) +  // 7 and 5 each
          Phase("reset", 4) + Counted(1, 370, 8, 800, 100) + Phase("reset", 8) + Counted(1, 718, 16, 1600, 200) + kEnd,
      counts);
  ASSERT_TRUE(read) << read.error().message;
  ASSERT_EQ(counts.phases.size(), 1u);
  EXPECT_EQ(counts.phases[0].phase, "reset");
  EXPECT_EQ(counts.phases[0].probe, "live");
  EXPECT_EQ(counts.phases[0].cells.instructions, 80);
  EXPECT_EQ(counts.phases[0].cells.cpuids, 2);
  EXPECT_EQ(counts.phases[0].cells.bytes_cleared, 200);
  EXPECT_EQ(counts.phases[0].cells.bytes_stored, 20);
}

TEST(CountedOutput, AnEngineWithoutPhasesSaysWhy) {
  report::ExactCounts counts;
  ASSERT_TRUE(ReadCountedOutput(R"({"line":"no_phases","engine":"e","reason":"because"})"
                                "\n" +
                                    kEnd,
                                counts));
  EXPECT_EQ(counts.no_phases["e"], "because");
}

TEST(CountedOutput, TheLastThatWasCounted) {
  EXPECT_EQ(LastCounted(""), "");
  EXPECT_EQ(LastCounted(kStart + kWarmUp + Requests("") + Counted(2, 1, 1, 1, 1)), "");
  const std::string baseline = kStart + Requests("baseline") + Counted(2, 1, 1, 1, 1);
  EXPECT_EQ(LastCounted(baseline), "compress baseline of e");
  EXPECT_EQ(LastCounted(baseline + kWarmUp + Requests("patched")), "compress baseline of e") << "nobody counted it";
  EXPECT_EQ(LastCounted(baseline + "hello\n" + Phase("reset", 4) + Counted(1, 1, 1, 1, 1) + "{\"line"),
            "phase reset (live) of e");
}

TEST(CountedOutput, WhatIsBrokenIsRefused) {
  EXPECT_THAT(ErrorOf(""), HasSubstr("ends early"));
  EXPECT_THAT(ErrorOf(kWarmUp), HasSubstr("ends early"));
  EXPECT_THAT(ErrorOf("{\"line\":\"end\"}"), HasSubstr("ends within a line"));
  EXPECT_THAT(ErrorOf("{\"line\":\"warm_up\"}\n" + kEnd), HasSubstr("nobody counted"));
  EXPECT_THAT(ErrorOf("hello\n"), HasSubstr("no JSON object"));
  EXPECT_THAT(ErrorOf("{\"line\":\"other\"}\n"), HasSubstr("says nothing that is known"));
  EXPECT_THAT(ErrorOf("{\"line\":\"warm_up\"}\n{\"line\":\"counted\",\"windows\":1}\n"), HasSubstr("has no counts"));
  EXPECT_THAT(ErrorOf(Requests("") + Counted(3, 1, 1, 1, 1) + Requests("a") + Counted(2, 1, 1, 1, 1)),
              HasSubstr("as many windows of nothing"));
  EXPECT_THAT(ErrorOf(Phase("null", 4) + Counted(1, 1, 1, 1, 1) + Phase("null", 9) + Counted(1, 1, 1, 1, 1)),
              HasSubstr("n and 2n"));
  EXPECT_THAT(ErrorOf(Phase("reset", 4) + Counted(1, 1, 1, 1, 1) + Phase("reset", 8) + Counted(1, 1, 1, 1, 1)),
              HasSubstr("a call that does nothing"));
}

}  // namespace
}  // namespace firstbyte::count
