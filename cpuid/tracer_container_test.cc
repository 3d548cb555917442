// SPDX-License-Identifier: GPL-2.0-or-later
// What containers forbid and change: calls that fail, other namespaces, other roots. What can be counted is counted
// exactly; what cannot is said.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <string>

#include "cpuid/deny_system_call.h"
#include "cpuid/tracer_testing.h"

namespace firstbyte::cpuid {
namespace {

constexpr char kProgram[] = "cpuid/testdata/executes_cpuid";
constexpr char kStatic[] = "cpuid/testdata/executes_cpuid_static";

// Traces, says the error on stderr, and ends with its exit code.
[[noreturn]] void TraceAndEnd(TraceMethod method) {
  TraceOptions options;
  options.method = method;
  const auto result = Trace({kProgram, "plain", "2"}, options);
  if (!result) std::fputs(result.error().message.c_str(), stderr);
  std::_Exit(result ? static_cast<int>(100 + CountOf(*result, "executes_cpuid", "plain"))
                    : static_cast<int>(result.error().code));
}

[[noreturn]] void TraceWithout(std::uint32_t system_call, TraceMethod method) {
  if (!DenySystemCall(system_call, EPERM)) std::_Exit(99);
  TraceAndEnd(method);
}

TEST(TraceInAContainer, ThatForbidsPtraceIsAnInvalidEnvironmentAndSaysWhatElseThereIs) {
  EXPECT_EXIT(
      TraceWithout(SYS_ptrace, TraceMethod::kBreakpoints),
      ::testing::ExitedWithCode(static_cast<int>(ExitCode::kInvalid)),
      "may not trace others \\(Operation not permitted.*: executed count unavailable.*firstbyte cpuid scan FILE");
}

TEST(TraceInAContainer, ThatForbidsFiltersIsAnInvalidEnvironment) {
  EXPECT_EXIT(TraceWithout(SYS_seccomp, TraceMethod::kBreakpoints),
              ::testing::ExitedWithCode(static_cast<int>(ExitCode::kInvalid)),
              "Cannot install the filter that tells of mapped code \\(seccomp\\): Operation not permitted");
}

TEST(TraceInAContainer, ThatForbidsFiltersCanStillBeSingleStepped) {
  EXPECT_EXIT(TraceWithout(SYS_seccomp, TraceMethod::kSingleStep), ::testing::ExitedWithCode(102), "");
}

// CPUID faulting that is asked for and not granted must not end in a count of nothing.
TEST(TraceInAContainer, ThatForbidsCpuidFaultingIsAnInvalidEnvironment) {
  EXPECT_EXIT(TraceWithout(SYS_arch_prctl, TraceMethod::kFaulting),
              ::testing::ExitedWithCode(static_cast<int>(ExitCode::kInvalid)),
              "offers no CPUID faulting \\(Operation not permitted\\); use --method=breakpoints");
}

// Most CPUs and guests: the kernel says ENODEV, and the refusal names the method that is left.
TEST(TraceInAContainer, WithoutCpuidFaultingTheOtherMethodIsNamed) {
  const auto run = [] {
    if (!DenySystemCall(SYS_arch_prctl, ENODEV)) std::_Exit(99);
    TraceAndEnd(TraceMethod::kFaulting);
  };
  EXPECT_EXIT(run(), ::testing::ExitedWithCode(static_cast<int>(ExitCode::kInvalid)),
              "offers no CPUID faulting \\(No such device\\); use --method=breakpoints");
}

// Without a page of its own in the program the tracer answers in the program's place.
TEST(TraceInAContainer, ThatForbidsNewCodeCountsAllTheSame) {
  const auto run = [] {
    if (!DenySystemCall(SYS_mmap, EPERM, PROT_READ | PROT_EXEC)) std::_Exit(99);
    const auto result = Trace({kStatic, "plain", "5"}, {});
    if (!result || result->exit_status != 0) std::_Exit(98);
    std::_Exit(static_cast<int>(100 + CountOf(*result, "executes_cpuid_static", "plain")));
  };
  EXPECT_EXIT(run(), ::testing::ExitedWithCode(105), "");
}

bool RunsWithoutTracer(const std::string& command) { return std::system((command + " >/dev/null 2>&1").c_str()) == 0; }

TEST(TraceInAContainer, OfItsOwnNamespacesFollowsTheProgram) {
  if (!RunsWithoutTracer("unshare --user --map-root-user --pid --mount --fork true"))
    GTEST_SKIP() << "no namespaces can be made here";
  const TraceResult result =
      TraceOf({"unshare", "--user", "--map-root-user", "--pid", "--mount", "--fork", kProgram, "threads", "10"});
  EXPECT_EQ(result.exit_status, 0);
  EXPECT_EQ(CountOf(result, "executes_cpuid", "from_thread"), 40);
}

TEST(TraceInAContainer, OfItsOwnRootFindsThePrograms) {
  const std::string root = ::testing::TempDir() + "/root";
  std::filesystem::create_directories(root);
  std::filesystem::copy_file(kStatic, root + "/only_here", std::filesystem::copy_options::overwrite_existing);
  if (!RunsWithoutTracer("unshare --user --map-root-user /usr/sbin/chroot '" + root + "' /only_here exit 0"))
    GTEST_SKIP() << "no other root can be had here";
  const TraceResult result =
      TraceOf({"unshare", "--user", "--map-root-user", "/usr/sbin/chroot", root, "/only_here", "plain", "3"});
  EXPECT_EQ(result.exit_status, 0);
  EXPECT_EQ(CountOf(result, "/only_here", "plain"), 3);
}

}  // namespace
}  // namespace firstbyte::cpuid
