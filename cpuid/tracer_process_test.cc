// SPDX-License-Identifier: GPL-2.0-or-later
// Programs that treat signals and processes in unusual ways: they run as without a tracer, the counts are exact, and
// the trace comes to an end.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <csignal>
#include <filesystem>
#include <string>

#include "cpuid/tracer_testing.h"

namespace firstbyte::cpuid {
namespace {

using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

constexpr char kProgram[] = "cpuid/testdata/odd_process";

TEST(TraceProcess, WithAllSignalsBlockedKeepsThemBlocked) {
  const TraceResult result = TraceOf({kProgram, "blocks-all"});
  EXPECT_EQ(result.exit_status, 0);
  EXPECT_EQ(CountOf(result, "odd_process", "own_cpuid"), 3);
  EXPECT_THAT(result.notes, IsEmpty());
}

TEST(TraceProcess, StartsWithTheSignalMaskOfItsStarter) {
  sigset_t one;
  sigset_t before;
  sigemptyset(&one);
  sigaddset(&one, SIGUSR2);
  pthread_sigmask(SIG_BLOCK, &one, &before);
  EXPECT_EQ(TraceOf({kProgram, "has-blocked", std::to_string(SIGUSR2)}).exit_status, 0);
  EXPECT_EQ(TraceOf({kProgram, "has-blocked", std::to_string(SIGUSR1)}).exit_status, 1);
  sigset_t after;
  pthread_sigmask(SIG_SETMASK, &before, &after);
  EXPECT_EQ(sigismember(&after, SIGUSR1), 0) << "the tracer's own mask is as it was";
}

// The tracer's own breakpoint on main() unblocks SIGTRAP as those on CPUIDs do.
TEST(TraceProcess, HasAllSignalsBlockedInMainIfItsStarterHad) {
  sigset_t all;
  sigset_t before;
  sigfillset(&all);
  pthread_sigmask(SIG_BLOCK, &all, &before);
  const TraceResult result = TraceOf({kProgram, "has-blocked", std::to_string(SIGTRAP)});
  pthread_sigmask(SIG_SETMASK, &before, nullptr);
  EXPECT_EQ(result.exit_status, 0);
}

TEST(TraceProcess, FollowsAChildWhoseMemoryIsClosed) {
  const TraceResult result = TraceOf({kProgram, "undumpable"});
  EXPECT_EQ(result.exit_status, 0);
  EXPECT_EQ(CountOf(result, "odd_process", "own_cpuid"), 1);
}

TEST(TraceProcess, FollowsAThreadThatExecutesAProgram) {
  const TraceResult result = TraceOf({kProgram, "thread-executes"});
  EXPECT_EQ(result.exit_status, 0);
  EXPECT_EQ(CountOf(result, "odd_process", "own_cpuid"), 1);
  EXPECT_EQ(result.processes, 1);
}

TEST(TraceProcess, AnInterruptEndsWhatOutlivesTheProgram) {
  const TraceResult result = TraceOf({kProgram, "outlives"});
  EXPECT_EQ(result.exit_status, 7);
  EXPECT_EQ(result.end, TraceEnd::kInterrupt);
  EXPECT_FALSE(result.complete());
}

TEST(TraceProcess, ChildrenOfWhoIsKilledWhileMakingThemDoNotWaitForEver) {
  EXPECT_EQ(TraceOf({kProgram, "orphans", "30"}).exit_status, 0);
}

TEST(TraceProcess, A32BitProgramRunsAndItsCpuidsAreSaidNotToBeCounted) {
  for (const TraceMethod method : {TraceMethod::kBreakpoints, TraceMethod::kSingleStep}) {
    TraceOptions options;
    options.method = method;
    const auto result = Trace({"cpuid/testdata/executes_cpuid_32"}, options);
    if (!result) GTEST_SKIP() << "this kernel runs no 32-bit programs: " << result.error().message;
    EXPECT_EQ(result->exit_status, 6);
    EXPECT_EQ(result->total(), 0);
    EXPECT_THAT(result->notes, ElementsAre("executes_cpuid_32 is a 32-bit program; its CPUIDs were not counted."));
  }
}

// A file of another group with the set-group-ID bit, which every Debian has.
TEST(TraceProcess, ThatWouldGetOtherPrivilegesIsNamed) {
  struct stat file {};
  constexpr char kSetGid[] = "/usr/bin/chage";
  if (stat(kSetGid, &file) != 0 || (file.st_mode & S_ISGID) == 0 || file.st_gid == getegid())
    GTEST_SKIP() << kSetGid << " would change nothing here";
  // Root's programs get what they would get without a tracer, unless this is set, for good.
  ASSERT_EQ(prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0), 0);
  ::testing::internal::CaptureStdout();
  const TraceResult result = TraceOf({kSetGid, "--help"});
  ::testing::internal::GetCapturedStdout();
  EXPECT_THAT(result.notes, Contains(HasSubstr("chage would get other privileges by its set-ID bits")));
}

TEST(TraceProcess, OfAFileThatMayNotBeReadIsSaid) {
  if (geteuid() == 0) GTEST_SKIP() << "root may read everything";
  const std::string path = ::testing::TempDir() + "/unreadable";
  std::filesystem::copy_file(kProgram, path, std::filesystem::copy_options::overwrite_existing);
  chmod(path.c_str(), 0111);
  const TraceResult result = TraceOf({path, "cpuid"});
  EXPECT_EQ(result.exit_status, 0);
  EXPECT_THAT(result.notes, Contains("A program may be executed but not read; its CPUIDs were not counted."));
}

}  // namespace
}  // namespace firstbyte::cpuid
