// SPDX-License-Identifier: GPL-2.0-or-later
#include "perf/self_test.h"

#include <gtest/gtest.h>

#include <cerrno>

#include "perf/fake_kernel.h"

namespace firstbyte::perf {
namespace {

Event Hardware(std::uint64_t config) { return {"it", EventKind::kHardware, PERF_TYPE_HARDWARE, config, 0, 0, ""}; }

KnownWork Work(FakeKernel& kernel) {
  return {[&kernel] { kernel.Run(); }, 2'000'000, 1'000'000};
}

// What the self-test says of a counter that says `count` of the known work.
std::string Verdict(const Event& event, std::uint64_t count, double share = 1) {
  FakeKernel kernel;
  kernel.counts = [count](const perf_event_attr&) { return count; };
  kernel.share = share;
  const auto failure = SelfTest(kernel.Get(), event, Work(kernel));
  EXPECT_TRUE(kernel.open().empty());
  if (!failure) return "";
  EXPECT_EQ(failure->error, 0);
  return failure->why;
}

TEST(SelfTest, HoldsInstructionsAndBranchesToTheLoop) {
  const Event instructions = Hardware(PERF_COUNT_HW_INSTRUCTIONS);
  EXPECT_EQ(Verdict(instructions, 2'000'000), "");
  EXPECT_EQ(Verdict(instructions, 1'980'000), "");
  EXPECT_EQ(Verdict(instructions, 2'020'000), "");
  EXPECT_EQ(Verdict(instructions, 1'979'999), "it opened but did not count (1979999 of 2000000); dropped");
  EXPECT_EQ(Verdict(instructions, 2'020'001), "it opened but did not count (2020001 of 2000000); dropped");
  EXPECT_EQ(Verdict(Hardware(PERF_COUNT_HW_BRANCH_INSTRUCTIONS), 1'000'000), "");
  EXPECT_EQ(Verdict(Hardware(PERF_COUNT_HW_BRANCH_INSTRUCTIONS), 2'000'000),
            "it opened but did not count (2000000 of 1000000); dropped");
}

// As a guest's counter was seen to.
TEST(SelfTest, FindsTheCounterThatSays395) {
  EXPECT_EQ(Verdict(Hardware(PERF_COUNT_HW_INSTRUCTIONS), 395),
            "it opened but did not count (395 of 2000000); dropped");
  EXPECT_EQ(Verdict(Hardware(PERF_COUNT_HW_INSTRUCTIONS), 0), "it opened but did not count (0 of 2000000); dropped");
}

TEST(SelfTest, CyclesMustBePossible) {
  const Event cycles = Hardware(PERF_COUNT_HW_CPU_CYCLES);
  EXPECT_EQ(Verdict(cycles, 1'000'000), "");
  EXPECT_EQ(Verdict(cycles, 0), "it opened but did not count (0, where no less than 125000 is possible); dropped");
  EXPECT_EQ(Verdict(cycles, 300'000'000),
            "it opened but did not count (300000000, where no more than 200000000 is possible); dropped");
}

TEST(SelfTest, ALoopNeedNotMissAnyCache) {
  EXPECT_EQ(Verdict(Hardware(PERF_COUNT_HW_CACHE_MISSES), 0), "");
  EXPECT_EQ(Verdict(Hardware(PERF_COUNT_HW_BRANCH_MISSES), 3), "");
  EXPECT_EQ(Verdict(Hardware(PERF_COUNT_HW_CACHE_MISSES), 2'000'001),
            "it opened but did not count (2000001, where no more than 2000000 is possible); dropped");
}

TEST(SelfTest, KnowsTheKindsOfCores) {
  EXPECT_EQ(Verdict(Hardware(0xa00000001), 395), "it opened but did not count (395 of 2000000); dropped");
}

TEST(SelfTest, OneThatNeverRunsDoesNotCount) {
  EXPECT_EQ(Verdict(Hardware(PERF_COUNT_HW_CACHE_MISSES), 5, 0),
            "it opened but did not count (not counted: enabled for 1000000 ns, it never ran); dropped");
}

TEST(SelfTest, ScalesWhatSharesTheCounters) {
  EXPECT_EQ(Verdict(Hardware(PERF_COUNT_HW_INSTRUCTIONS), 2'000'000, 0.5), "");
}

TEST(SelfTest, RawEventsOnlyHaveToRun) {
  const Event raw = {"cpu/event=0xc0/", EventKind::kHardware, 4, 0xc0, 0, 0, ""};
  EXPECT_EQ(Verdict(raw, 0), "");
  EXPECT_EQ(Verdict(raw, 0, 0),
            "cpu/event=0xc0/ opened but did not count (not counted: enabled for 1000000 ns, it never ran); dropped");
}

TEST(SelfTest, HasTheErrnoOfWhatWasNotOpened) {
  for (const int error : {ENOENT, ENXIO, ENODEV, EOPNOTSUPP, EINVAL, EACCES, EPERM}) {
    FakeKernel kernel;
    kernel.refuse = [error](perf_event_attr&, std::size_t) { return -error; };
    const auto failure = SelfTest(kernel.Get(), Hardware(0), Work(kernel));
    ASSERT_TRUE(failure);
    EXPECT_EQ(failure->error, error);
  }
}

TEST(SelfTest, HasTheReasonOfWhatCannotBeRead) {
  FakeKernel kernel;
  kernel.groups = true;
  const KnownWork work = {[&kernel] { kernel.read_error = EIO; }, 1, 1};
  EXPECT_EQ(SelfTest(kernel.Get(), Hardware(0), work)->why,
            "it opened but did not count (the counters cannot be read (EIO)); dropped");
  kernel.read_error = 0;
  const KnownWork breaking = {[&kernel] { kernel.control_error = EIO; }, 1, 1};
  EXPECT_EQ(SelfTest(kernel.Get(), Hardware(0), breaking)->why,
            "it opened but did not count (PERF_EVENT_IOC_DISABLE failed (EIO)); dropped");
}

TEST(CountedLoop, IsLargeEnoughToTellAnything) {
  const KnownWork work = CountedLoop();
  EXPECT_GE(work.instructions, 1'000'000U);
  EXPECT_EQ(work.instructions, 2 * work.branches);
  work.run();
}

}  // namespace
}  // namespace firstbyte::perf
