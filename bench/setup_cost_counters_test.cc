// SPDX-License-Identifier: GPL-2.0-or-later
// On machines that the test makes up: with a PMU, without one, and with one that is on for half of the time.
#include "bench/setup_cost_counters.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cerrno>

#include "perf/fake_kernel.h"
#include "perf/fake_machine.h"

namespace firstbyte::bench {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::Pair;

constexpr std::uint64_t kInstructions = 2'000'000;

class SetupCostCountersTest : public ::testing::Test {
 protected:
  SetupCostCountersTest() {
    kernel_.counts = [this](const perf_event_attr& attributes) -> std::uint64_t {
      const std::uint64_t event = attributes.config & 0xff;  // above it, the kind of core
      if (event == PERF_COUNT_HW_BRANCH_MISSES) return misses_;
      return event == PERF_COUNT_HW_BRANCH_INSTRUCTIONS ? kInstructions / 2 : kInstructions;
    };
  }

  SetupCostCounters Open(int cpu = 0) {
    return SetupCostCounters(
        cpu, {kernel_.Get(), machine_.root(), {[this] { kernel_.Run(); }, kInstructions, kInstructions / 2}});
  }

  void WithPmu() { machine_.Pmu("cpu", "4").Paranoid("2"); }

  perf::FakeMachine machine_;
  perf::FakeKernel kernel_;
  std::uint64_t misses_ = 1000;
};

TEST_F(SetupCostCountersTest, StretchesAddUpAndAreDividedByOperations) {
  WithPmu();
  SetupCostCounters counters = Open();
  EXPECT_EQ(counters.notes(), "");
  for (int i = 0; i < 2; ++i) {
    counters.Start();
    kernel_.Run();
    counters.Stop();
    kernel_.Run();  // between stretches: not counted
  }
  EXPECT_THAT(counters.Take(1000), ElementsAre(Pair("branch_misses", 2), Pair("branches", 2000), Pair("cycles", 4000),
                                               Pair("instructions", 4000)));
  EXPECT_THAT(counters.Take(1000), IsEmpty()) << "what was taken is gone";
}

TEST_F(SetupCostCountersTest, WhatWasCountedMayBe0) {
  WithPmu();
  SetupCostCounters counters = Open();
  misses_ = 0;
  counters.Start();
  kernel_.Run();
  counters.Stop();
  EXPECT_EQ(counters.Take(10).at("branch_misses"), 0);
}

TEST_F(SetupCostCountersTest, WithoutAPmuThereIsNoEntryAndOneReason) {
  kernel_.refuse = [](perf_event_attr&, std::size_t) { return -ENOENT; };
  SetupCostCounters counters = Open();
  counters.Start();
  counters.Stop();
  EXPECT_THAT(counters.Take(1), IsEmpty());
  EXPECT_EQ(counters.notes(),
            "no hardware PMU (ENOENT), as in many virtual machines: cycles, instructions, branches, branch-misses not "
            "available.");
}

TEST_F(SetupCostCountersTest, WhatWasOnForHalfOfTheTimeIsNoEntry) {
  WithPmu();
  SetupCostCounters counters = Open();
  kernel_.share = 0.5;
  counters.Start();
  kernel_.Run();
  counters.Stop();
  EXPECT_THAT(counters.Take(1), IsEmpty());
}

// The same names as on any other machine, by which outputs are compared.
TEST_F(SetupCostCountersTest, OfHybridCoresTheKindOfThePinnedCpuCounts) {
  machine_.Paranoid("2").Pmu("cpu_core", "4", "cpus").Pmu("cpu_atom", "10", "cpus");
  machine_.Write("/sys/bus/event_source/devices/cpu_atom/cpus", "4-7\n");
  SetupCostCounters counters = Open(5);
  EXPECT_EQ(counters.notes(), "");
  counters.Start();
  kernel_.Run();
  counters.Stop();
  EXPECT_THAT(counters.Take(1000), ElementsAre(Pair("branch_misses", 1), Pair("branches", 1000), Pair("cycles", 2000),
                                               Pair("instructions", 2000)));
  for (const auto& [fd, counter] : kernel_.open()) EXPECT_EQ(counter.attributes.config >> 32, 10U);
}

}  // namespace
}  // namespace firstbyte::bench
