// SPDX-License-Identifier: GPL-2.0-or-later
// The tracer needs a descriptor for every process that it follows, and takes as many as it may have; what they do not
// suffice for is said. The program keeps the limit that it was started with.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/resource.h>
#include <sys/wait.h>

#include <cstdlib>
#include <string>

#include "cpuid/tracer_testing.h"

namespace firstbyte::cpuid {
namespace {

constexpr char kProgram[] = "cpuid/testdata/makes_children";
constexpr char kRanOut[] =
    "File descriptors ran out while the program was traced: not all of its CPUIDs were counted (raise ulimit -n).";
constexpr rlim_t kFew = 40;
constexpr rlim_t kEnough = 400;

// Of this process, which is to be one of a test's own.
void Limit(rlim_t soft, rlim_t hard) {
  const rlimit limit{soft, hard};
  if (setrlimit(RLIMIT_NOFILE, &limit) != 0) std::_Exit(99);
}

bool HasNote(const TraceResult& result) {
  for (const std::string& note : result.notes) {
    if (note == kRanOut) return true;
  }
  return false;
}

// Traces 80 children that live at the same time, each of which makes code; ends with how many CPUIDs were seen in it,
// plus 100 if it was said that descriptors ran out.
[[noreturn]] void CountChildren(rlim_t soft, rlim_t hard) {
  Limit(soft, hard);
  const auto result = Trace({kProgram, "many", "80"}, {});
  if (!result || result->exit_status != 0) std::_Exit(98);
  std::_Exit(static_cast<int>(CountOf(*result, "[made at run time]", "")) + (HasNote(*result) ? 100 : 0));
}

TEST(TraceDescriptors, SufficeWhereTheHardLimitDoes) {
  EXPECT_EXIT(CountChildren(kFew, kEnough), ::testing::ExitedWithCode(80), "");
}

TEST(TraceDescriptors, ThatRunOutAreSaid) {
  const auto some_are_missing = [](int status) {
    return WIFEXITED(status) && WEXITSTATUS(status) > 100 && WEXITSTATUS(status) < 180;
  };
  EXPECT_EXIT(CountChildren(kFew, kFew), some_are_missing, "");
}

TEST(TraceDescriptors, OfTheProgramAndOfThisProcessAreAsManyAsBefore) {
  const auto run = [] {
    Limit(kFew, kEnough);
    const auto result = Trace({kProgram, "has-descriptors", std::to_string(kFew)}, {});
    rlimit now{};
    if (getrlimit(RLIMIT_NOFILE, &now) != 0 || now.rlim_cur != kFew) std::_Exit(99);
    std::_Exit(result ? result->exit_status : 98);
  };
  EXPECT_EXIT(run(), ::testing::ExitedWithCode(0), "");
}

TEST(TraceDescriptors, SufficeForManyFiles) {
  const auto run = [] {
    Limit(kFew, kEnough);
    const std::string loop =
        "i=0; while [ $i -lt 60 ]; do cp \"$0\" \"$1/copy$i\" && \"$1/copy$i\" renamed || exit 1; i=$((i+1)); done";
    const auto result = Trace({"/bin/sh", "-c", loop, kProgram, ::testing::TempDir()}, {});
    if (!result || result->exit_status != 0 || HasNote(*result)) std::_Exit(99);
    std::_Exit(static_cast<int>(CountOf(*result, "[made at run time]", "")));
  };
  EXPECT_EXIT(run(), ::testing::ExitedWithCode(60), "");
}

}  // namespace
}  // namespace firstbyte::cpuid
