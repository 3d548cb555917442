// SPDX-License-Identifier: GPL-2.0-or-later
// Uprobes that a kernel does not let us have, and programs that cannot be run: one sentence, nothing run, nothing left
// behind.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cerrno>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "cpuid/trace_uprobes.h"
#include "cpuid/trace_uprobes_testing.h"

namespace firstbyte::cpuid {
namespace {

using ::testing::HasSubstr;

constexpr char kSelfTestProgram[] = "cpuid/self_test_program";  // five CPUIDs

struct Refusal {
  int error;
  const char* says;
};

class KernelRefuses : public ::testing::TestWithParam<Refusal> {};

// A program that leaves a file behind wherever it runs.
std::vector<std::string> ProgramThatLeaves(const std::string& file) {
  return {"/bin/sh", "-c", "echo ran > \"$1\"", "sh", file};
}

// The program must not have run, and what was opened before the refusal must be closed.
TEST_P(KernelRefuses, SaysWhyAndRunsNothing) {
  const std::string ran = ::testing::TempDir() + "/ran";
  std::filesystem::remove(ran);
  FakeKernel kernel(100);
  kernel.open_error = GetParam().error;
  const auto result = TraceByUprobes(ProgramThatLeaves(ran), {}, kernel.Get());
  ASSERT_FALSE(result);
  EXPECT_EQ(result.error().code, ExitCode::kInvalid);
  EXPECT_THAT(result.error().message, HasSubstr(GetParam().says));
  EXPECT_FALSE(std::filesystem::exists(ran));
  EXPECT_GE(kernel.opened(), 4);
  EXPECT_TRUE(kernel.open_descriptors().empty());
  EXPECT_THAT(kernel.List(), HasSubstr("-:firstbyte_test/cpuid_4\n"));
}

TEST(KernelAllows, LetsTheSameProgramRun) {
  const std::string ran = ::testing::TempDir() + "/ran";
  std::filesystem::remove(ran);
  FakeKernel kernel(100);
  ASSERT_TRUE(TraceByUprobes(ProgramThatLeaves(ran), {}, kernel.Get()));
  EXPECT_TRUE(std::filesystem::exists(ran));
}

INSTANTIATE_TEST_SUITE_P(Errors, KernelRefuses,
                         ::testing::Values(Refusal{EACCES, "takes root or CAP_PERFMON"},                 //
                                           Refusal{EPERM, "takes root or CAP_PERFMON"},                  //
                                           Refusal{EMFILE, "ulimit -n"},                                 //
                                           Refusal{ENOENT, "perf_event_open: No such file"},             //
                                           Refusal{EINVAL, "perf_event_open: Invalid argument"},         //
                                           Refusal{E2BIG, "perf_event_open: Argument list too long"}));  //

TEST(TraceByUprobes, RefusesAKernelWithoutUprobes) {
  FakeKernel kernel(5);
  kernel.Remove("uprobe_events");
  const auto result = TraceByUprobes({kSelfTestProgram}, {}, kernel.Get());
  ASSERT_FALSE(result);
  EXPECT_EQ(result.error().message,
            "This kernel's tracefs takes no uprobes (uprobe_events: No such file or directory); use "
            "--method=breakpoints.");
}

TEST(TraceByUprobes, RefusesADefinitionWithoutANumber) {
  FakeKernel kernel(4);
  const auto result = TraceByUprobes({kSelfTestProgram}, {}, kernel.Get());
  ASSERT_FALSE(result);
  EXPECT_THAT(result.error().message, HasSubstr("it got no number"));
  EXPECT_EQ(kernel.opened(), 0);
  EXPECT_THAT(kernel.List(), HasSubstr("-:firstbyte_test/cpuid_4\n"));
}

TEST(TraceByUprobes, RefusesWithoutATracefs) {
  FakeKernel kernel(5);
  UprobeKernel forbidden = kernel.Get();
  forbidden.tracefs = []() -> Result<int> { return InvalidError("Uprobes take root."); };
  EXPECT_EQ(TraceByUprobes({kSelfTestProgram}, {}, forbidden).error().message, "Uprobes take root.");
}

TEST(TraceByUprobes, DoesNotBelieveACounterThatCannotBeRead) {
  FakeKernel kernel(5);
  kernel.read_answer = 0;
  EXPECT_THAT(TraceByUprobes({kSelfTestProgram}, {}, kernel.Get()).error().message, HasSubstr("the kernel gave it up"));
  FakeKernel other(5);
  other.read_answer = -EBADF;
  EXPECT_THAT(TraceByUprobes({kSelfTestProgram}, {}, other.Get()).error().message, HasSubstr("Bad file descriptor"));
}

TEST(TraceByUprobes, RefusesWhatTakesATracer) {
  TraceOptions until_main;
  until_main.until_main = true;
  TraceOptions stacks;
  stacks.stacks = true;
  FakeKernel kernel(5);
  EXPECT_EQ(TraceByUprobes({kSelfTestProgram}, until_main, kernel.Get()).error().code, ExitCode::kUsage);
  EXPECT_EQ(TraceByUprobes({kSelfTestProgram}, stacks, kernel.Get()).error().code, ExitCode::kUsage);
  EXPECT_EQ(TraceByUprobes({}, {}, kernel.Get()).error().code, ExitCode::kUsage);
  EXPECT_EQ(TraceByUprobes({"/nonexistent/program"}, {}, kernel.Get()).error().message,
            "Cannot run /nonexistent/program: No such file or directory.");
}

// Of what cannot be executed after all, the child tells.
TEST(TraceByUprobes, SaysThatTheProgramCannotBeExecuted) {
  FakeKernel kernel(5);
  const std::string broken = ::testing::TempDir() + "/names-no-interpreter";
  std::ofstream(broken) << "no ELF file and no script";
  std::filesystem::permissions(broken, std::filesystem::perms::all);
  const auto result = TraceByUprobes({broken}, {}, kernel.Get());
  ASSERT_FALSE(result);
  EXPECT_EQ(result.error().code, ExitCode::kInvalid);
  EXPECT_THAT(result.error().message, HasSubstr("names-no-interpreter"));
}

}  // namespace
}  // namespace firstbyte::cpuid
