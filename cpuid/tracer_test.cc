// SPDX-License-Identifier: GPL-2.0-or-later
// The tracer on real programs: that it counts every CPUID of threads, children, loaded libraries and code made at run
// time, exactly, and that the program does not notice.
#include "cpuid/tracer.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <string>
#include <vector>

#include "cpuid/tracer_testing.h"

namespace firstbyte::cpuid {
namespace {

using ::testing::HasSubstr;

constexpr char kProgram[] = "cpuid/testdata/executes_cpuid";
constexpr char kStatic[] = "cpuid/testdata/executes_cpuid_static";
constexpr char kLibrary[] = "cpuid/testdata/sites.so";

TEST(Trace, CountsEachExecution) {
  const TraceResult result = TraceOf({kProgram, "plain", "25"});
  EXPECT_EQ(result.exit_status, 0);
  EXPECT_EQ(CountOf(result, "executes_cpuid", "plain"), 25);
  EXPECT_EQ(CountOf(result, "executes_cpuid", ""), 25);
  EXPECT_EQ(result.method, "breakpoints");
  EXPECT_GT(CountOf(result, "ld-linux-x86-64.so.2", ""), 0) << "the dynamic loader looks at the CPU, too";
}

TEST(Trace, TellsLeavesApartAndBeforeMainFromAfter) {
  const TraceResult result = TraceOf({kProgram, "threads", "1"});
  for (const auto& [key, site] : result.sites) {
    const bool own = key.object.find("executes_cpuid") != std::string::npos;
    EXPECT_EQ(own ? site.before_main : site.after_main, 0) << key.object;
    if (own) {
      EXPECT_EQ(key.leaf, 7U);
      EXPECT_EQ(key.subleaf, 0U);
      EXPECT_THAT(site.symbol, HasSubstr("from_thread"));
    }
  }
}

TEST(Trace, FollowsThreads) {
  const TraceResult result = TraceOf({kProgram, "threads", "200"});
  EXPECT_EQ(result.exit_status, 0);
  EXPECT_EQ(CountOf(result, "executes_cpuid", "from_thread"), 800);
  EXPECT_EQ(result.processes, 1);
  EXPECT_EQ(result.threads, 5);
}

TEST(Trace, FollowsChildrenThroughForkVforkAndExec) {
  const TraceResult result = TraceOf({kProgram, "family"});
  EXPECT_EQ(result.exit_status, 0);
  EXPECT_EQ(CountOf(result, "executes_cpuid", "from_child"), 1);
  EXPECT_EQ(CountOf(result, "executes_cpuid", "plain"), 1 + 3 + 3);
  EXPECT_EQ(result.processes, 4);
}

TEST(Trace, SeesLibrariesThatAreLoadedLater) {
  const TraceResult result = TraceOf({kProgram, "dlopen", kLibrary});
  EXPECT_EQ(result.exit_status, 0);
  EXPECT_EQ(CountOf(result, "sites.so", "plain"), 3 * 2);
}

TEST(Trace, SeesCodeThatIsMadeAtRunTime) {
  const TraceResult result = TraceOf({kProgram, "jit", "4"});
  EXPECT_EQ(result.exit_status, 0);
  EXPECT_EQ(CountOf(result, "[made at run time]", ""), 4);
}

TEST(Trace, SeesCpuidBehindPrefixes) {
  const TraceResult result = TraceOf({kProgram, "prefixed"});
  EXPECT_EQ(result.exit_status, 0);
  EXPECT_EQ(CountOf(result, "executes_cpuid", "behind_operand_prefix"), 1);
  EXPECT_EQ(CountOf(result, "executes_cpuid", "behind_rex_prefix"), 1);
  EXPECT_EQ(CountOf(result, "executes_cpuid", "plain"), 2);
}

TEST(Trace, FollowsAStaticProgram) {
  const TraceResult result = TraceOf({kStatic, "plain", "3"});
  EXPECT_EQ(result.exit_status, 0);
  EXPECT_EQ(CountOf(result, "executes_cpuid_static", "plain"), 3);
  EXPECT_GT(CountOf(result, "executes_cpuid_static", ""), 3) << "its start looks at the CPU";
}

// Signals arrive before, in and behind the CPUIDs: the program's own count is the oracle.
TEST(Trace, StaysExactUnderSignals) {
  ::testing::internal::CaptureStdout();
  const TraceResult result = TraceOf({kProgram, "signals", "3000"});
  const std::string output = ::testing::internal::GetCapturedStdout();
  EXPECT_EQ(result.exit_status, 0);
  const int handled = std::atoi(output.substr(output.find(' ')).c_str());
  EXPECT_EQ(CountOf(result, "executes_cpuid", "plain"), 3000);
  EXPECT_EQ(CountOf(result, "executes_cpuid", "from_handler"), handled);
}

TEST(Trace, LeavesTheProgramsOwnTrapsToIt) {
  const TraceResult result = TraceOf({kProgram, "own-trap"});
  EXPECT_EQ(result.exit_status, 0);
  EXPECT_EQ(CountOf(result, "executes_cpuid", "plain"), 1);
}

TEST(Trace, LeavesOutputAndStatusAlone) {
  ::testing::internal::CaptureStdout();
  ::testing::internal::CaptureStderr();
  const TraceResult echo = TraceOf({kProgram, "echo", "hello"});
  EXPECT_EQ(::testing::internal::GetCapturedStdout(), "hello\n");
  EXPECT_EQ(::testing::internal::GetCapturedStderr(), "to stderr\n");
  EXPECT_EQ(echo.exit_status, 0);
  EXPECT_EQ(TraceOf({kProgram, "exit", "42"}).exit_status, 42);
  const TraceResult aborted = TraceOf({kProgram, "abort"});
  EXPECT_EQ(aborted.signal, SIGABRT);
  EXPECT_EQ(aborted.exit_status, 128 + SIGABRT);
}

TEST(Trace, NotesTheCallStack) {
  TraceOptions options;
  options.stacks = true;
  const TraceResult result = TraceOf({kProgram, "plain", "5"}, options);
  std::int64_t count = 0;
  for (const auto& [stack, times] : result.stacks) {
    if (stack.find(";main;") != std::string::npos && stack.find(";plain;CPUID_0x0.0") != std::string::npos)
      count += times;
  }
  EXPECT_EQ(count, 5);
}

TEST(Trace, RefusesAProgramThatCannotBeRun) {
  const auto missing = Trace({"/nonexistent/program"}, {});
  ASSERT_FALSE(missing);
  EXPECT_EQ(missing.error().code, ExitCode::kUsage);
  EXPECT_EQ(missing.error().message, "Cannot run /nonexistent/program: No such file or directory.");
  EXPECT_EQ(Trace({"/"}, {}).error().code, ExitCode::kUsage);
  EXPECT_EQ(Trace({}, {}).error().code, ExitCode::kUsage);
}

TEST(Trace, SaysWhereFaultingIsNotOffered) {
  TraceOptions options;
  options.method = TraceMethod::kFaulting;
  const auto result = Trace({kProgram, "plain", "3"}, options);
  if (result) {
    EXPECT_EQ(CountOf(*result, "executes_cpuid", "plain"), 3);
  } else {
    EXPECT_THAT(result.error().message, HasSubstr("offers no CPUID faulting (No such device)"));
  }
}

TEST(Trace, SingleSteppingStopsAtItsLimitAndSaysSo) {
  TraceOptions options;
  options.method = TraceMethod::kSingleStep;
  options.most_steps = 1000;
  const TraceResult result = TraceOf({kProgram, "plain", "3"}, options);
  EXPECT_EQ(result.end, TraceEnd::kStepLimit);
  EXPECT_FALSE(result.complete());
  EXPECT_EQ(result.steps, 1000);
}

}  // namespace
}  // namespace firstbyte::cpuid
