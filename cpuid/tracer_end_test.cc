// SPDX-License-Identifier: GPL-2.0-or-later
// How a trace comes to its end: by the program itself, or before it. The status is the program's own unless the program
// was ended.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <csignal>

#include "cpuid/tracer_testing.h"

namespace firstbyte::cpuid {
namespace {

using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::IsEmpty;

constexpr char kNotReached[] = "main() was not reached.";

TraceResult UntilMain(const std::vector<std::string>& command) {
  TraceOptions options;
  options.until_main = true;
  return TraceOf(command, options);
}

TEST(TraceUntilMain, EndsTheProgramThere) {
  const TraceResult result = UntilMain({"cpuid/testdata/executes_cpuid", "plain", "5"});
  EXPECT_EQ(CountOf(result, "executes_cpuid", ""), 0);
  EXPECT_GT(result.total(), 0);
  EXPECT_EQ(result.exit_status, 0);
  EXPECT_EQ(result.end, TraceEnd::kMain);
  EXPECT_TRUE(result.complete());
  EXPECT_THAT(result.notes, IsEmpty());
}

TEST(TraceUntilMain, OfAProgramWithoutOneIsItsOwnStatusAndSaysSo) {
  const TraceResult result = UntilMain({"cpuid/testdata/no_main"});
  EXPECT_EQ(result.exit_status, 3);
  EXPECT_EQ(result.total(), 1);
  EXPECT_EQ(result.end, TraceEnd::kProgram);
  EXPECT_THAT(result.notes, ElementsAre(kNotReached));
}

TEST(TraceUntilMain, OfAProgramThatDiesBeforeItIsItsOwnStatusAndSaysSo) {
  const TraceResult result = UntilMain({"cpuid/testdata/odd_process", "aborts-early"});
  EXPECT_EQ(result.signal, SIGABRT);
  EXPECT_EQ(result.exit_status, 128 + SIGABRT);
  EXPECT_THAT(result.notes, Contains(kNotReached));
}

}  // namespace
}  // namespace firstbyte::cpuid
