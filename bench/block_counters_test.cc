// SPDX-License-Identifier: GPL-2.0-or-later
// On machines that the test makes up: what each kind of machine gives a sample, and which reason where it gives
// nothing.
#include "bench/block_counters.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cerrno>

#include "perf/fake_kernel.h"
#include "perf/fake_machine.h"

namespace firstbyte::bench {
namespace {

using ::testing::Each;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Pair;
using ::testing::SizeIs;
using ::testing::StartsWith;

constexpr std::uint64_t kInstructions = 2'000'000;

class BlockCountersTest : public ::testing::Test {
 protected:
  BlockCountersTest() {
    machine_.Pmu("cpu", "4").Paranoid("2").Write("/proc/self/status", "CapEff:\t0000000000000000\nSeccomp:\t0\n");
    kernel_.counts = [](const perf_event_attr& attributes) -> std::uint64_t {
      return (attributes.config & 0xff) == PERF_COUNT_HW_BRANCH_INSTRUCTIONS ? kInstructions / 2
             : (attributes.config & 0xff) == PERF_COUNT_HW_BRANCH_MISSES     ? 5
                                                                             : kInstructions;
    };
  }

  CounterSource Source() {
    return {kernel_.Get(), machine_.root(), {[this] { kernel_.Run(); }, kInstructions, kInstructions / 2}};
  }

  BlockCounts CountBlock(const BlockCounters& counters) {
    const perf::CounterState before = counters.Read();
    kernel_.Run();
    return counters.Between(before, counters.Read());
  }

  void RefuseAll(int error) {
    kernel_.refuse = [error](perf_event_attr&, std::size_t) { return -error; };
  }

  perf::FakeMachine machine_;
  perf::FakeKernel kernel_;
};

bool HasNothing(const BlockCounts& counts) {
  return !counts.cycles && !counts.instructions && !counts.branches && !counts.branch_misses && !counts.permille;
}

TEST_F(BlockCountersTest, CountsABlock) {
  const BlockCounters counters(0, Source());
  const BlockCounts counts = CountBlock(counters);
  EXPECT_EQ(counts.cycles, kInstructions);
  EXPECT_EQ(counts.instructions, kInstructions);
  EXPECT_EQ(counts.branches, kInstructions / 2);
  EXPECT_EQ(counts.branch_misses, 5);
  EXPECT_EQ(counts.permille, 1000);
  EXPECT_THAT(counters.WhyNot(), SizeIs(5));
  EXPECT_THAT(counters.WhyNot(), Each(Pair(::testing::_, StartsWith("where it is null, "))));
  EXPECT_THAT(counters.Facts().counted, ElementsAre("cycles", "instructions", "branches", "branch-misses"));
  EXPECT_THAT(counters.Facts().notes, IsEmpty());
}

// Reports R10 and R11: the reason of each field, whichever way the kernel says no.
TEST_F(BlockCountersTest, WithoutAPmuNothingIsCountedAndEachFieldSaysWhy) {
  machine_.Remove("/sys");
  for (const auto& [error, name] : {std::pair(ENOENT, "ENOENT"), std::pair(EOPNOTSUPP, "EOPNOTSUPP")}) {
    RefuseAll(error);
    const BlockCounters counters(0, Source());
    EXPECT_TRUE(HasNothing(CountBlock(counters)));
    EXPECT_THAT(counters.WhyNot(),
                Each(Pair(::testing::_, std::string("no hardware PMU (") + name + "), as in many virtual machines")));
    EXPECT_THAT(counters.WhyNot(), SizeIs(5));
    EXPECT_TRUE(counters.Facts().lacks_pmu);
    EXPECT_THAT(counters.Facts().notes, SizeIs(1));
    EXPECT_THAT(counters.Facts().counted, IsEmpty());
  }
}

TEST_F(BlockCountersTest, OneThatDoesNotCountIsMissingAlone) {
  kernel_.counts = [](const perf_event_attr& attributes) -> std::uint64_t {
    return attributes.config == PERF_COUNT_HW_INSTRUCTIONS ? 395 : 1'000'000;
  };
  const BlockCounters counters(0, Source());
  const BlockCounts counts = CountBlock(counters);
  EXPECT_EQ(counts.instructions, std::nullopt);
  EXPECT_EQ(counts.cycles, 1'000'000);
  EXPECT_EQ(counters.WhyNot().at("instructions"), "instructions opened but did not count (395 of 2000000); dropped");
  EXPECT_THAT(counters.WhyNot().at("cycles"), StartsWith("where it is null, "));
  EXPECT_THAT(counters.WhyNot().at("counters_permille"), StartsWith("where it is null, "));
}

// Reports R9 and R12: the header promised counts, and in one block there are none: null, never 0.
TEST_F(BlockCountersTest, ABlockInWhichOthersHaveTheCountersIsNull) {
  const BlockCounters counters(0, Source());
  kernel_.share = 0;
  EXPECT_TRUE(HasNothing(CountBlock(counters))) << "running == 0";
  kernel_.share = 1;
  EXPECT_EQ(CountBlock(counters).permille, 1000);
  kernel_.pinned_error = true;
  EXPECT_TRUE(HasNothing(CountBlock(counters))) << "0 bytes read";
  kernel_.pinned_error = false;
  kernel_.read_error = EIO;
  EXPECT_TRUE(HasNothing(CountBlock(counters)));
}

TEST_F(BlockCountersTest, ACounterThatStandsStillIsNull) {
  const BlockCounters counters(0, Source());
  kernel_.counts = [](const perf_event_attr&) -> std::uint64_t { return 0; };
  const BlockCounts counts = CountBlock(counters);
  EXPECT_EQ(counts.cycles, std::nullopt);
  EXPECT_EQ(counts.branches, std::nullopt);
  EXPECT_EQ(counts.branch_misses, 0) << "which may be";
  EXPECT_EQ(counts.permille, 1000);
}

// Report R13.
TEST_F(BlockCountersTest, SharedCountersAreScaledAndTheShareIsKept) {
  kernel_.refuse = [](perf_event_attr&, std::size_t group) { return group >= 2 ? -EINVAL : 0; };
  const BlockCounters counters(0, Source());
  EXPECT_THAT(counters.Facts().notes, ElementsAre(HasSubstr("take turns in 2 groups")));
  kernel_.share = 0.5;
  const BlockCounts counts = CountBlock(counters);
  EXPECT_EQ(counts.cycles, kInstructions);
  EXPECT_EQ(counts.permille, 500);
  kernel_.share = 0.9999;
  EXPECT_EQ(CountBlock(counters).permille, 999) << "1000 is for what was not scaled";
}

TEST_F(BlockCountersTest, OfHybridCoresTheKindOfThePinnedCpuCounts) {
  machine_.Remove("/sys").Pmu("cpu_core", "4", "cpus").Pmu("cpu_atom", "10", "cpus");
  machine_.Write("/sys/bus/event_source/devices/cpu_atom/cpus", "4-7\n");
  const BlockCounters counters(5, Source());
  EXPECT_EQ(CountBlock(counters).instructions, kInstructions) << "once";
  for (const auto& [fd, counter] : kernel_.open()) EXPECT_EQ(counter.attributes.config >> 32, 10U);
  EXPECT_THAT(counters.Facts().notes, IsEmpty());
}

TEST_F(BlockCountersTest, AForbiddenCounterHasItsCause) {
  machine_.Paranoid("3");
  RefuseAll(EACCES);
  const BlockCounters counters(0, Source());
  EXPECT_THAT(counters.WhyNot().at("cycles"), StartsWith("EACCES: kernel.perf_event_paranoid is 3"));
  EXPECT_FALSE(counters.Facts().lacks_pmu) << "nobody knows";
}

TEST_F(BlockCountersTest, FactsAreThoseOfAThreadOnThatCpu) {
  machine_.Remove("/sys");
  RefuseAll(ENOENT);
  EXPECT_TRUE(CounterFactsOn(0, Source()).lacks_pmu);
  EXPECT_TRUE(kernel_.open().empty()) << "closed again";
}

}  // namespace
}  // namespace firstbyte::bench
