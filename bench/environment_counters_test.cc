// SPDX-License-Identifier: GPL-2.0-or-later
#include "bench/environment_counters.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cerrno>

#include "perf/fake_kernel.h"
#include "perf/fake_machine.h"

namespace firstbyte::bench {
namespace {

using ::testing::HasSubstr;

constexpr std::uint64_t kInstructions = 2'000'000;

class CounterChecksTest : public ::testing::Test {
 protected:
  CounterChecksTest() {
    machine_.Pmu("cpu", "4").Paranoid("3").Write("/proc/self/status", "CapEff:\t0000000000000000\nSeccomp:\t0\n");
    kernel_.counts = [](const perf_event_attr& attributes) {
      return attributes.config == PERF_COUNT_HW_BRANCH_INSTRUCTIONS ? kInstructions / 2 : kInstructions;
    };
  }

  report::EnvironmentCheck Check() {
    const CounterSource source{
        kernel_.Get(), machine_.root(), {[this] { kernel_.Run(); }, kInstructions, kInstructions / 2}};
    const Checks checks = CounterChecks(CounterFactsOn(0, source));
    EXPECT_EQ(checks.size(), 1U);
    EXPECT_EQ(checks[0].name, "counters");
    return checks[0];
  }

  perf::FakeMachine machine_;
  perf::FakeKernel kernel_;
};

TEST_F(CounterChecksTest, IsOkWhereAllAreCounted) {
  EXPECT_EQ(Check().verdict, kOk);
  EXPECT_EQ(Check().value, "cycles, instructions, branches, branch-misses (user mode)");
}

TEST_F(CounterChecksTest, IsNotApplicableWithoutAPmu) {
  machine_.Remove("/sys");
  kernel_.refuse = [](perf_event_attr&, std::size_t) { return -ENOENT; };
  EXPECT_EQ(Check().verdict, kNotApplicable);
  EXPECT_EQ(Check().value, "none");
  EXPECT_EQ(Check().reason,
            "no hardware PMU (ENOENT), as in many virtual machines: cycles, instructions, branches, branch-misses not "
            "available.");
}

TEST_F(CounterChecksTest, WarnsOfWhatOpensAndDoesNotCount) {
  kernel_.counts = [](const perf_event_attr& attributes) -> std::uint64_t {
    return attributes.config == PERF_COUNT_HW_INSTRUCTIONS ? 395 : 1'000'000;
  };
  EXPECT_EQ(Check().verdict, kWarning);
  EXPECT_EQ(Check().value, "cycles, branches, branch-misses (user mode)");
  EXPECT_EQ(Check().reason, "instructions opened but did not count (395 of 2000000); dropped.");
}

TEST_F(CounterChecksTest, WarnsWherePermissionIsMissing) {
  kernel_.refuse = [](perf_event_attr&, std::size_t) { return -EACCES; };
  EXPECT_EQ(Check().verdict, kWarning);
  EXPECT_EQ(Check().value, "none");
  EXPECT_THAT(Check().reason,
              HasSubstr("(EACCES: kernel.perf_event_paranoid is 3, and this process has no CAP_PERFMON"));
}

TEST_F(CounterChecksTest, WarnsOfTooFewCounters) {
  kernel_.refuse = [](perf_event_attr&, std::size_t group) { return group >= 2 ? -EINVAL : 0; };
  EXPECT_EQ(Check().verdict, kWarning);
  EXPECT_THAT(Check().reason, HasSubstr("take turns in 2 groups"));
}

}  // namespace
}  // namespace firstbyte::bench
