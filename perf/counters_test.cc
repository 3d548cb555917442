// SPDX-License-Identifier: GPL-2.0-or-later
// The rows of the degradation table that are about counting, each on a machine that the test makes up.
#include "perf/counters.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cerrno>

#include "perf/fake_kernel.h"
#include "perf/fake_machine.h"

namespace firstbyte::perf {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

constexpr std::uint64_t kInstructions = 2'000'000;

bool IsHardware(const perf_event_attr& attributes) { return attributes.type == PERF_TYPE_HARDWARE; }

// A machine whose counters all work, until the test takes something away.
class CountersTest : public ::testing::Test {
 protected:
  CountersTest() {
    machine_.Pmu("cpu", "4").Paranoid("2").Write("/proc/self/status", "CapEff:\t0000000000000000\nSeccomp:\t0\n");
    kernel_.counts = [](const perf_event_attr& attributes) -> std::uint64_t {
      if (!IsHardware(attributes)) return 7;
      return attributes.config == PERF_COUNT_HW_BRANCH_INSTRUCTIONS ? kInstructions / 2 : kInstructions;
    };
  }

  Counters Open() {
    CountersOptions options;
    options.root = machine_.root();
    options.work = {[this] { kernel_.Run(); }, kInstructions, kInstructions / 2};
    options.usage = [this] { return usage_; };
    options.rdpmc = rdpmc_;
    return Counters::Open(kernel_.Get(), options).value();
  }

  // What is counted while every counter counts once.
  std::vector<Count> CountOnce(const Counters& counters) {
    const CounterState before = counters.Read();
    kernel_.Run();
    if (usage_) usage_->cpu_ns += 500;
    if (usage_) usage_->minor_faults += 3;
    if (usage_) usage_->context_switches += 2;
    return counters.Between(before, counters.Read());
  }

  FakeMachine machine_;
  FakeKernel kernel_;
  std::optional<ThreadUsage> usage_ = ThreadUsage{};
  bool rdpmc_ = false;
};

std::vector<std::string> ValuesOf(const std::vector<Count>& counts) {
  std::vector<std::string> values;
  for (const Count& count : counts)
    values.push_back(count.name + "=" + (count.value ? std::to_string(*count.value) : "null"));
  return values;
}

TEST_F(CountersTest, CountsAllWhereAllIsThere) {
  const Counters counters = Open();
  EXPECT_THAT(counters.notes(), IsEmpty());
  EXPECT_THAT(counters.WhyNot(), IsEmpty());
  EXPECT_FALSE(counters.lacks_pmu());
  const std::vector<Count> counts = CountOnce(counters);
  EXPECT_THAT(ValuesOf(counts),
              ElementsAre("cycles:u=2000000", "instructions:u=2000000", "branches:u=1000000", "branch-misses:u=2000000",
                          "task-clock=7", "page-faults=7", "context-switches=7", "cpu-migrations=7"));
  for (const Count& count : counts) {
    EXPECT_EQ(count.share, 1.0);
    EXPECT_EQ(count.why_not, "");
    EXPECT_EQ(count.unit, count.name == "task-clock" ? "ns" : "");
  }
}

// Row 1, and reports R10 and R11.
TEST_F(CountersTest, WithoutAPmuTheKernelsOwnEventsRemainAndItIsSaidOnce) {
  machine_.Remove("/sys");
  for (const int error : {ENOENT, ENXIO, ENODEV, EOPNOTSUPP, EINVAL}) {
    kernel_.refuse = [error](perf_event_attr& attributes, std::size_t) { return IsHardware(attributes) ? -error : 0; };
    const Counters counters = Open();
    EXPECT_THAT(
        counters.notes(),
        ElementsAre("no hardware PMU (" + ErrnoName(error) +
                    "), as in many virtual machines: cycles, instructions, branches, branch-misses not "
                    "available; task-clock, page-faults, context-switches, cpu-migrations are counted instead."));
    const std::vector<Count> counts = CountOnce(counters);
    EXPECT_THAT(ValuesOf(counts),
                ElementsAre("cycles=null", "instructions=null", "branches=null", "branch-misses=null", "task-clock=7",
                            "page-faults=7", "context-switches=7", "cpu-migrations=7"));
    EXPECT_EQ(counts[0].why_not, "no hardware PMU (" + ErrnoName(error) + "), as in many virtual machines");
    EXPECT_TRUE(counters.lacks_pmu());
    EXPECT_EQ(counts[0].share, 0.0);
  }
}

// Row 2, and report R9.
TEST_F(CountersTest, ACounterThatDoesNotCountIsDropped) {
  kernel_.counts = [](const perf_event_attr& attributes) -> std::uint64_t {
    if (!IsHardware(attributes)) return 7;
    return attributes.config == PERF_COUNT_HW_INSTRUCTIONS ? 395 : 1'000'000;
  };
  const Counters counters = Open();
  EXPECT_THAT(counters.notes(), ElementsAre("instructions opened but did not count (395 of 2000000); dropped."));
  const std::vector<Count> counts = CountOnce(counters);
  EXPECT_FALSE(counts[1].value);
  EXPECT_FALSE(counters.lacks_pmu()) << "it has one that counts something else";
  EXPECT_EQ(counts[1].why_not, "instructions opened but did not count (395 of 2000000); dropped");
  EXPECT_EQ(counts[2].value, 1'000'000U) << "the others go on";
}

// Row 2: opened, frozen.
TEST_F(CountersTest, CountersThatNeverRunAreNotZero) {
  machine_.Remove("/sys");
  const auto run = [this] {
    kernel_.share = 0;
    kernel_.Run();
    kernel_.share = 1;
  };
  CountersOptions options;
  options.root = machine_.root();
  options.work = {run, kInstructions, kInstructions / 2};
  options.usage = [this] { return usage_; };
  const Counters counters = Counters::Open(kernel_.Get(), options).value();
  EXPECT_EQ(counters.notes().size(), 4U);
  EXPECT_THAT(counters.notes(),
              ::testing::Each(HasSubstr("did not count (not counted: enabled for 1000000 ns, it never ran); dropped")));
  EXPECT_FALSE(CountOnce(counters)[0].value);
}

// Row 4, and report R13: said, scaled, never given up for.
TEST_F(CountersTest, MoreEventsThanCountersAreScaledAndMarked) {
  kernel_.refuse = [](perf_event_attr& attributes, std::size_t group) {
    return IsHardware(attributes) && group >= 2 ? -EINVAL : 0;
  };
  const Counters counters = Open();
  ASSERT_EQ(counters.notes().size(), 1U);
  EXPECT_THAT(counters.notes()[0], HasSubstr("take turns in 2 groups"));
  kernel_.share = 0.5;
  std::vector<Count> counts = CountOnce(counters);
  EXPECT_EQ(counts[0].value, kInstructions);
  EXPECT_EQ(counts[0].share, 0.5);
  EXPECT_EQ(counts[0].why_not, "multiplexed 50 %");
  EXPECT_EQ(counts[2].value, kInstructions / 2);
  kernel_.share = 0.95;
  counts = CountOnce(counters);
  EXPECT_NEAR(counts[0].share, 0.95, 1e-9);
  EXPECT_EQ(counts[0].why_not, "") << "close enough";
  kernel_.share = 0;
  counts = CountOnce(counters);
  EXPECT_FALSE(counts[0].value);
  EXPECT_EQ(counts[0].why_not, "not counted: enabled for 1000000 ns, it never ran");
}

// Row 5: nothing at all by perf_event_open.
TEST_F(CountersTest, WhereAllIsForbiddenTheThreadsUsageRemains) {
  machine_.Paranoid("3");
  kernel_.refuse = [](perf_event_attr&, std::size_t) { return -EACCES; };
  const Counters counters = Open();
  EXPECT_THAT(counters.notes(),
              ElementsAre("cycles, instructions, branches, branch-misses not available (EACCES: "
                          "kernel.perf_event_paranoid is 3, and this process has no CAP_PERFMON); task-clock, "
                          "page-faults, context-switches are counted instead.",
                          "cpu-migrations not available (EACCES: kernel.perf_event_paranoid is 3, and this process has "
                          "no CAP_PERFMON).",
                          "task-clock, page-faults, context-switches not available (EACCES: "
                          "kernel.perf_event_paranoid is 3, and this process has no CAP_PERFMON); getrusage and the "
                          "thread's CPU clock are used."));
  EXPECT_THAT(ValuesOf(CountOnce(counters)),
              ElementsAre("cycles=null", "instructions=null", "branches=null", "branch-misses=null", "task-clock=500",
                          "page-faults=3", "context-switches=2", "cpu-migrations=null"));
}

// Row 5, a container's filter.
TEST_F(CountersTest, ASeccompFilterIsNamed) {
  machine_.Write("/proc/self/status", "CapEff:\t000001ffffffffff\nSeccomp:\t2\n");
  kernel_.refuse = [](perf_event_attr&, std::size_t) { return -EPERM; };
  EXPECT_THAT(Open().notes(), ::testing::Each(HasSubstr("(EPERM: a seccomp filter, as of a container, forbids it)")));
}

TEST_F(CountersTest, WithoutAnySourceEverythingIsNull) {
  kernel_.refuse = [](perf_event_attr&, std::size_t) { return -ENOSYS; };
  usage_.reset();
  const Counters counters = Open();
  for (const Count& count : CountOnce(counters)) {
    EXPECT_FALSE(count.value);
    EXPECT_THAT(count.why_not, HasSubstr("ENOSYS"));
    EXPECT_EQ(counters.WhyNot().at(count.name), count.why_not);
  }
}

// Paranoid 2 without privileges: what happens in the kernel cannot be had from perf.
TEST_F(CountersTest, ContextSwitchesAreNotCountedInUserMode) {
  kernel_.refuse = [](perf_event_attr& attributes, std::size_t) {
    return attributes.exclude_kernel == 0 ? -EACCES : 0;
  };
  EXPECT_THAT(ValuesOf(CountOnce(Open())),
              ElementsAre("cycles:u=2000000", "instructions:u=2000000", "branches:u=1000000", "branch-misses:u=2000000",
                          "task-clock=7", "page-faults:u=7", "context-switches=2", "cpu-migrations=null"));
}

TEST_F(CountersTest, AFailedReadingIsAReason) {
  const Counters counters = Open();
  const CounterState before = counters.Read();
  kernel_.Run();
  kernel_.pinned_error = true;
  const std::vector<Count> counts = counters.Between(before, counters.Read());
  EXPECT_FALSE(counts[0].value);
  EXPECT_THAT(counts[0].why_not, HasSubstr("0 bytes read"));
  EXPECT_EQ(counts[4].value, 7U) << "the software group is another";
}

TEST_F(CountersTest, RdpmcIsUsedOnlyIfItIsAskedForAndAllowed) {
  int maps = 0;
  alignas(8) static perf_event_mmap_page page{};
  kernel_.map = [&maps](std::size_t) -> void* {
    ++maps;
    return &page;
  };
  EXPECT_THAT(Open().notes(), IsEmpty());
  EXPECT_EQ(maps, 0);
  rdpmc_ = true;
  const Counters counters = Open();
  EXPECT_THAT(counters.notes(),
              ElementsAre("RDPMC is not used: the kernel does not allow RDPMC (cap_user_rdpmc is 0)."));
  EXPECT_EQ(kernel_.unmapped(), maps);
  EXPECT_EQ(CountOnce(counters)[0].value, kInstructions) << "the system call does it";
}

TEST_F(CountersTest, HybridCoresEachHaveTheirColumn) {
  machine_.Remove("/sys").Pmu("cpu_core", "4", "cpus").Pmu("cpu_atom", "10", "cpus");
  CountersOptions options;
  options.events = {"instructions"};
  options.root = machine_.root();
  options.work = {[this] { kernel_.Run(); }, kInstructions, kInstructions / 2};
  const Counters counters = Counters::Open(kernel_.Get(), options).value();
  EXPECT_THAT(ValuesOf(CountOnce(counters)),
              ElementsAre("cpu_atom/instructions/:u=2000000", "cpu_core/instructions/:u=2000000"));
}

// A thread that stays on one CPU: the other kind's event would never run, and look like a counter that does not count.
TEST_F(CountersTest, OfHybridCoresOnlyTheKindOfThePinnedCpuIsOpened) {
  machine_.Remove("/sys").Pmu("cpu_core", "4", "cpus").Pmu("cpu_atom", "10", "cpus");
  machine_.Write("/sys/bus/event_source/devices/cpu_atom/cpus", "4-7\n");
  CountersOptions options;
  options.events = {"instructions"};
  options.root = machine_.root();
  options.work = {[this] { kernel_.Run(); }, kInstructions, kInstructions / 2};
  for (const auto& [cpu, name] : {std::pair(3, "cpu_core/instructions/:u"), std::pair(4, "cpu_atom/instructions/:u")}) {
    options.cpu = cpu;
    const Counters counters = Counters::Open(kernel_.Get(), options).value();
    const std::vector<Count> counts = CountOnce(counters);
    ASSERT_EQ(counts.size(), 1U);
    EXPECT_EQ(counts[0].name, name);
    EXPECT_EQ(counts[0].asked, "instructions");
    EXPECT_EQ(counts[0].value, kInstructions);
  }
  options.cpu = 8;
  EXPECT_EQ(CountOnce(Counters::Open(kernel_.Get(), options).value()).size(), 2U) << "sysfs does not say: both";
}

// A kind that does not count is not missed as long as the other does.
TEST_F(CountersTest, AnEventIsMissingIfNoKindOfCoreCountsIt) {
  machine_.Remove("/sys").Pmu("cpu_core", "4", "cpus").Pmu("cpu_atom", "10", "cpus");
  kernel_.refuse = [](perf_event_attr& attributes, std::size_t) { return attributes.config >> 32 == 10 ? -ENOENT : 0; };
  CountersOptions options;
  options.events = {"instructions"};
  options.root = machine_.root();
  options.work = {[this] { kernel_.Run(); }, kInstructions, kInstructions / 2};
  EXPECT_THAT(Counters::Open(kernel_.Get(), options)->WhyNot(), IsEmpty());
  kernel_.refuse = [](perf_event_attr&, std::size_t) { return -ENOENT; };
  EXPECT_EQ(Counters::Open(kernel_.Get(), options)->WhyNot().count("instructions"), 1U);
}

TEST_F(CountersTest, AnUnknownNameIsAUsageError) {
  CountersOptions options;
  options.events = {"instructoins"};
  const auto counters = Counters::Open(kernel_.Get(), options);
  ASSERT_FALSE(counters);
  EXPECT_EQ(counters.error().code, ExitCode::kUsage);
}

// On the machine of whoever runs the tests: whatever it lets through, nothing is 0 for want of a counter.
TEST(Counters, OnThisMachineEachHasAValueOrAReason) {
  const auto counters = Counters::Open(KernelPerfCalls(), {});
  ASSERT_TRUE(counters);
  const CounterState before = counters->Read();
  CountedLoop().run();
  for (const Count& count : counters->Between(before, counters->Read())) {
    EXPECT_TRUE(count.value || !count.why_not.empty()) << count.name;
    if (count.name == "instructions:u") {
      EXPECT_GE(count.value.value_or(kInstructions), kInstructions);
    }
  }
}

}  // namespace
}  // namespace firstbyte::perf
