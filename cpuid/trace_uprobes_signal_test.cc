// SPDX-License-Identifier: GPL-2.0-or-later
// Uprobes and the signals that end a process: definitions in the kernel must not outlive it, nor the program run on
// uncounted. Each case is a process of its own.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <csignal>
#include <filesystem>
#include <string>
#include <vector>

#include "cpuid/trace_uprobes.h"
#include "cpuid/trace_uprobes_testing.h"

namespace firstbyte::cpuid {
namespace {

using ::testing::ExitedWithCode;
using ::testing::KilledBySignal;

constexpr char kSelfTestProgram[] = "cpuid/self_test_program";  // five CPUIDs

// Each definition that was made was also removed, and some were.
void ExpectNothingLeft(const FakeKernel& kernel) {
  const std::string list = kernel.List();
  const auto lines = [&list](const std::string& start) {
    int count = 0;
    for (std::size_t at = 0; (at = list.find(start, at)) != std::string::npos; ++at) ++count;
    return count;
  };
  EXPECT_GT(lines("p:firstbyte_test/"), 0);
  EXPECT_EQ(lines("p:firstbyte_test/"), lines("-:firstbyte_test/"));
}

// Exits with 42 if the program was killed by the signal and its counts are there.
[[noreturn]] void TraceAndExit(FakeKernel& kernel, const std::vector<std::string>& command, int killed_by) {
  const auto result = TraceByUprobes(command, {}, kernel.Get());
  _exit(result && result->signal == killed_by && result->total() > 0 ? 42 : 1);
}

class EndedBy : public ::testing::TestWithParam<int> {};

TEST_P(EndedBy, WhilePlacingLeavesNothingAndRunsNothing) {
  const std::string ran = ::testing::TempDir() + "/ran-all-the-same";
  std::filesystem::remove(ran);
  FakeKernel kernel(100);
  kernel.on_open = [] { kill(getpid(), GetParam()); };
  EXPECT_EXIT(TraceAndExit(kernel, {"/bin/sh", "-c", "echo ran > \"$1\"", "sh", ran}, 0), KilledBySignal(GetParam()),
              "");
  ExpectNothingLeft(kernel);
  EXPECT_FALSE(std::filesystem::exists(ran));
}

INSTANTIATE_TEST_SUITE_P(Signals, EndedBy, ::testing::Values(SIGINT, SIGQUIT, SIGTERM, SIGHUP));

TEST(TraceByUprobes, HandsATerminationOnToTheProgram) {
  for (const int signal : {SIGTERM, SIGHUP}) {
    FakeKernel kernel(100);
    const std::string kill_parent = "kill -" + std::to_string(signal) + " $PPID; exec sleep 1000";
    EXPECT_EXIT(TraceAndExit(kernel, {"/bin/sh", "-c", kill_parent}, signal), ExitedWithCode(42), "");
    ExpectNothingLeft(kernel);
  }
}

TEST(TraceByUprobes, KeepsItsResultWhenCtrlCComesAfterTheProgram) {
  FakeKernel kernel(5);
  kernel.on_close = [] { kill(getpid(), SIGINT); };
  EXPECT_EXIT(TraceAndExit(kernel, {kSelfTestProgram}, 0), ExitedWithCode(42), "");
  ExpectNothingLeft(kernel);
}

TEST(TraceByUprobes, LeavesTheProgramTheSignalMaskThatItWouldHave) {
  FakeKernel kernel(100);
  EXPECT_EXIT(TraceAndExit(kernel, {"/bin/sh", "-c", "kill -INT $$; exit 3"}, SIGINT), ExitedWithCode(42), "");
  EXPECT_EXIT(TraceAndExit(kernel, {"/bin/sh", "-c", "grep -q '^SigBlk:.0*$' /proc/self/status"}, 0),
              ExitedWithCode(42), "");
}

// Nothing can be cleaned up then, but the program ends as well.
TEST(TraceByUprobes, TakesTheProgramAlongWhenItIsKilled) {
  FakeKernel kernel(100);
  std::array<int, 2> ends{};
  ASSERT_EQ(pipe(ends.data()), 0);
  const pid_t pid = fork();
  if (pid == 0) {
    dup2(ends[1], STDOUT_FILENO);
    close(ends[0]);
    close(ends[1]);
    TraceAndExit(kernel, {"/bin/sh", "-c", "kill -KILL $PPID; sleep 5 >&2; echo survived"}, 0);
  }
  close(ends[1]);
  std::array<char, 64> said{};
  EXPECT_EQ(read(ends[0], said.data(), said.size()), 0) << said.data();
  close(ends[0]);
  int status = 0;
  EXPECT_EQ(waitpid(pid, &status, 0), pid);
  EXPECT_TRUE(WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL);
}

}  // namespace
}  // namespace firstbyte::cpuid
