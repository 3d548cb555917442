// SPDX-License-Identifier: GPL-2.0-or-later
#include "bench/setup_cost_cpuids.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace firstbyte::bench {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

constexpr int kOfTheLoader = 31;

// A tracer of a program that executes so many CPUIDs for so many operations.
TraceFunction Executing(std::function<std::int64_t(int operations)> cpuids) {
  return [cpuids = std::move(cpuids)](const std::vector<std::string>& command) -> Result<cpuid::TraceResult> {
    cpuid::TraceResult result;
    result.sites[{}].after_main = kOfTheLoader + cpuids(std::stoi(command.back()));
    return result;
  };
}

TEST(SetupCostCpuids, AreWhatFurtherOperationsExecute) {
  EXPECT_EQ(CountCpuids("p", "BM_X", Executing([](int operations) { return 2 * operations; })).value(), 2);
  EXPECT_EQ(CountCpuids("p", "BM_X", Executing([](int) { return 0; })).value(), 0);
}

TEST(SetupCostCpuids, TheProgramIsStartedToRunTheOperationAlone) {
  std::vector<std::vector<std::string>> commands;
  (void)CountCpuids("p", "BM_X/e/live", [&](const std::vector<std::string>& command) -> Result<cpuid::TraceResult> {
    commands.push_back(command);
    return cpuid::TraceResult{};
  });
  EXPECT_THAT(commands, ElementsAre(ElementsAre("p", kRunOperations, "BM_X/e/live", "8"),
                                    ElementsAre("p", kRunOperations, "BM_X/e/live", "16")));
}

TEST(SetupCostCpuids, ThatDifferFromOperationToOperationAreAnError) {
  const auto counted = CountCpuids("p", "BM_X", Executing([](int operations) { return operations / 16; }));
  ASSERT_FALSE(counted);
  EXPECT_EQ(counted.error().message, "8 further operations of BM_X executed 1 CPUIDs, not the same number each.");
  EXPECT_FALSE(CountCpuids("p", "BM_X", Executing([](int operations) { return -8 * operations; })));
}

TEST(SetupCostCpuids, AreNotCountedWhereTheTraceIsNotWhole) {
  cpuid::TraceResult result;
  const auto count = [&result] {
    return CountCpuids("p", "BM_X", [&](const auto&) -> Result<cpuid::TraceResult> { return result; });
  };
  EXPECT_EQ(count().value(), 0);
  result.exit_status = 4;
  EXPECT_THAT(count().error().message, HasSubstr("ended with status 4"));
  result = {};
  result.unwatched = 1;
  EXPECT_THAT(count().error().message, HasSubstr("not seen."));
  result = {};
  result.notes = {"Some code is not looked at."};
  EXPECT_THAT(count().error().message, HasSubstr("not seen: Some code is not looked at."));
}

TEST(SetupCostCpuids, ThatCannotBeTracedAreTheTracersError) {
  const auto counted = CountCpuids(
      "p", "BM_X", [](const auto&) -> Result<cpuid::TraceResult> { return InvalidError("No ptrace here."); });
  ASSERT_FALSE(counted);
  EXPECT_EQ(counted.error().message, "No ptrace here.");
}

}  // namespace
}  // namespace firstbyte::bench
