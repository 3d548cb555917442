// SPDX-License-Identifier: GPL-2.0-or-later
// Programs that make children in unusual ways: whose memory is whose is told right, and none is lost.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "cpuid/tracer_testing.h"

namespace firstbyte::cpuid {
namespace {

using ::testing::IsEmpty;

constexpr char kProgram[] = "cpuid/testdata/makes_children";

// The kernel's file on a process begins with a name that is the process's own choice.
TEST(TraceChildren, AreWhoseTheyAreWhateverTheyCallThemselves) {
  const TraceResult result = TraceOf({kProgram, "renamed"});
  EXPECT_EQ(result.exit_status, 0);
  EXPECT_EQ(CountOf(result, "[made at run time]", ""), 1);
}

TEST(TraceChildren, OfACloneThatWaitsLikeVforkHaveTheirOwnMemory) {
  const TraceResult result = TraceOf({kProgram, "clone-vfork"});
  EXPECT_EQ(result.exit_status, 0) << "the parent looks whether its memory is as it was";
  EXPECT_EQ(CountOf(result, "[made at run time]", ""), 1);
  EXPECT_EQ(result.processes, 2);
}

class UntracedChildren : public ::testing::TestWithParam<const char*> {};

TEST_P(UntracedChildren, AreTracedAllTheSame) {
  const TraceResult result = TraceOf({kProgram, GetParam()});
  EXPECT_EQ(result.exit_status, 0);
  EXPECT_EQ(CountOf(result, "makes_children", "own_cpuid"), 1);
  EXPECT_EQ(result.processes, 2);
  EXPECT_THAT(result.notes, IsEmpty());
}

INSTANTIATE_TEST_SUITE_P(Calls, UntracedChildren, ::testing::Values("clone-untraced", "clone3-untraced", "clone3"));

}  // namespace
}  // namespace firstbyte::cpuid
