// SPDX-License-Identifier: GPL-2.0-or-later
// Programs that handle their own code: breakpoints that were copied, moved or overwritten stay exact, and nothing is
// written where others would see it.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "cpuid/tracer_testing.h"

namespace firstbyte::cpuid {
namespace {

constexpr char kProgram[] = "cpuid/testdata/moves_code";
constexpr char kMixed[] = "cpuid/testdata/mixes_data";

// Of code that is in no file of an object: made at run time, or in memory that has a name only.
std::int64_t Made(const TraceResult& result) {
  std::int64_t count = 0;
  for (const auto& [key, site] : result.sites) count += key.object.front() != '/' ? site.total() : 0;
  return count;
}

class MadeCode : public ::testing::TestWithParam<const char*> {};

TEST_P(MadeCode, IsCountedExactlyAndRunsOn) {
  const TraceResult result = TraceOf({kProgram, GetParam()});
  EXPECT_EQ(result.exit_status, 0);
  EXPECT_EQ(Made(result), 2);
  EXPECT_EQ(result.undecided, 0);
}

INSTANTIATE_TEST_SUITE_P(Ways, MadeCode, ::testing::Values("unchanged", "copied", "copied-unseen", "moved", "named"));

TEST(TraceCode, ABreakpointOfTheProgramsOwnWhereOneOfOursStoodIsTheProgramsOwn) {
  const TraceResult result = TraceOf({kProgram, "overwritten"});
  EXPECT_EQ(result.exit_status, 0);
  EXPECT_EQ(Made(result), 1);
}

TEST(TraceCode, NothingIsWrittenToSharedMappingsAndThatIsSaid) {
  const TraceResult result = TraceOf({kProgram, "shared"});
  EXPECT_EQ(result.exit_status, 0) << "the program looks into its file";
  EXPECT_EQ(CountOf(result, "/memfd:code (deleted)", ""), 0);
  EXPECT_EQ(result.unwatched, 1);
  EXPECT_EQ(result.undecided, 0) << "it is known to be code";
}

TEST(TraceCode, MappingsThatAreTooLargeToLookIntoAreSaid) {
  const TraceResult result = TraceOf({kProgram, "huge"});
  EXPECT_EQ(result.exit_status, 0);
  EXPECT_EQ(result.unwatched, 1);
  EXPECT_EQ(result.undecided, 0);
}

TEST(TraceCode, MemoryThatMayBeWrittenLaterIsSaid) {
  const TraceResult result = TraceOf({kProgram, "written-later"});
  EXPECT_EQ(result.exit_status, 0);
  EXPECT_EQ(Made(result), 0);
  EXPECT_THAT(result.notes, ::testing::Contains(::testing::HasSubstr("executable and writable")));
  EXPECT_THAT(TraceOf({kProgram, "unchanged"}).notes, ::testing::IsEmpty());
}

class Constants : public ::testing::TestWithParam<const char*> {};

// What a function reads behind its return may look like a CPUID.
TEST_P(Constants, StayAsTheyAre) {
  const TraceResult result = TraceOf({kMixed, GetParam()});
  EXPECT_EQ(result.exit_status, 0);
  EXPECT_EQ(CountOf(result, "/mixes_data", ""), 0);
  EXPECT_EQ(Made(result), 0);
  EXPECT_EQ(result.undecided, 1 + (std::string(GetParam()) == "file" ? 0 : 1)) << "the file's own is one";
}

INSTANTIATE_TEST_SUITE_P(Places, Constants, ::testing::Values("file", "made", "zeros"));

TEST(TraceCode, AnExecutableHeapIsLeftAloneAndThatIsSaid) {
  const TraceResult result = TraceOf({kMixed, "heap"});
  EXPECT_EQ(result.exit_status, 0);
  EXPECT_EQ(Made(result), 0);
  EXPECT_EQ(result.undecided, 1 + 1) << "the file's own is one";
}

// The kernel calls the stack's oldest page by its name, and may show others as memory like any.
TEST(TraceCode, CodeOnTheStackIsCountedOrSaid) {
  const TraceResult result = TraceOf({kMixed, "stack"});
  EXPECT_EQ(result.exit_status, 0);
  EXPECT_EQ(Made(result) + result.undecided, 1 + 1) << "the file's own is one";
}

// Looking at the whole mapping each time would take hours.
TEST(TraceCode, AMappingMayBecomeExecutablePageByPage) {
  const TraceResult result = TraceOf({kMixed, "pages", "6000"});
  EXPECT_EQ(result.exit_status, 0);
  EXPECT_EQ(Made(result), 6000);
}

// `cp` onto a file keeps its inode: the second program, a shorter one, is no longer the first.
TEST(TraceCode, AProgramThatIsRewrittenInPlaceIsAnother) {
  const std::string file = ::testing::TempDir() + "/rewritten";
  const std::string script = "cp cpuid/testdata/executes_cpuid " + file + " && chmod +wx " + file + " && " + file +
                             " plain 3 && cat cpuid/self_test_program >" + file + " && exec " + file;
  const TraceResult result = TraceOf({"/bin/sh", "-c", script});
  EXPECT_EQ(result.exit_status, 0);
  EXPECT_EQ(CountOf(result, "/rewritten", "plain"), 3);
  EXPECT_EQ(CountOf(result, "/rewritten", "_start"), 5);
}

}  // namespace
}  // namespace firstbyte::cpuid
