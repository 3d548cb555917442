// SPDX-License-Identifier: GPL-2.0-or-later
#include "bench/meter.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cerrno>
#include <filesystem>
#include <fstream>

#include "perf/fake_kernel.h"
#include "perf/fake_machine.h"

namespace firstbyte::bench {
namespace {

using ::testing::HasSubstr;

TEST(SchedValue, IsFoundByItsWholeName) {
  const std::string text =
      "firstbyte (17, #threads: 1)\n----\nse.exec_start   :  12.5\nse.nr_migrations                             :      "
      "              3\n"
      "numa_pages_migrated  :  9\n";
  EXPECT_EQ(SchedValue(text, "se.nr_migrations"), 3);
  EXPECT_EQ(SchedValue(text, "nr_migrations"), std::nullopt);
  EXPECT_EQ(SchedValue(text, "se.exec_start"), std::nullopt) << "no integer";
  EXPECT_EQ(SchedValue("", "se.nr_migrations"), std::nullopt);
  EXPECT_EQ(SchedValue("se.nr_migrations", "se.nr_migrations"), std::nullopt);
}

TEST(StealTicks, IsTheEighthNumberOfTheCpusOwnLine) {
  const std::string text =
      "cpu  1 1 1 1 1 1 1 99 0 0\ncpu1 1 2 3 4 5 6 7 8 9 10\ncpu10 1 2 3 4 5 6 7 80 9 10\nintr 5\n";
  EXPECT_EQ(StealTicks(text, 1), 8);
  EXPECT_EQ(StealTicks(text, 10), 80);
  EXPECT_EQ(StealTicks(text, 2), std::nullopt);
  EXPECT_EQ(StealTicks(text, kAllCpus), 99);
  EXPECT_EQ(StealTicks("cpu1 1 2 3 4\n", 1), std::nullopt) << "a kernel older than 2.6.11";
  EXPECT_EQ(StealTicks("cpu1 1 2 3 4 5 6 7 x\n", 1), std::nullopt);
}

TEST(Reading, DifferencesAreEmptyWhereAReadingIs) {
  Reading earlier;
  earlier.wall_ns = 10;
  earlier.cpu_ns = 5;
  earlier.steal_ticks = 1;
  Reading later;
  later.wall_ns = 30;
  later.cpu_ns = 9;
  later.migrations = 2;
  const Reading difference = later - earlier;
  EXPECT_EQ(difference.wall_ns, 20);
  EXPECT_EQ(difference.cpu_ns, 4);
  EXPECT_EQ(difference.steal_ticks, std::nullopt);
  EXPECT_EQ(difference.migrations, std::nullopt);
}

// A guest was moved, or a hypervisor corrected its accounts: not measured, rather than a negative time.
TEST(Reading, CountersThatGoBackAreNotMeasured) {
  Reading earlier;
  earlier.cpu_ns = earlier.tsc_ticks = earlier.steal_ticks = earlier.minor_faults = 7;
  Reading later = earlier;
  EXPECT_EQ((later - earlier).steal_ticks, 0);
  EXPECT_EQ((later - earlier).minor_faults, 0);
  EXPECT_EQ((later - earlier).cpu_ns, std::nullopt) << "a block takes time";
  EXPECT_EQ((later - earlier).tsc_ticks, std::nullopt);
  later.steal_ticks = 6;
  EXPECT_EQ((later - earlier).steal_ticks, std::nullopt);
}

TEST(SystemMeter, CountsWhatTheThreadDid) {
  SystemMeter meter(0);
  const Reading before = meter.Before();
  std::vector<char> fresh(1 << 22);
  for (std::size_t i = 0; i < fresh.size(); i += 4096) fresh[i] = 1;
  const Reading difference = meter.After() - before;
  EXPECT_GT(difference.wall_ns, 0);
  ASSERT_TRUE(difference.cpu_ns);
  EXPECT_GT(*difference.cpu_ns, 0);
  ASSERT_TRUE(difference.minor_faults);
  EXPECT_GE(*difference.minor_faults, 1) << "fresh memory was touched";
#if defined(__x86_64__)
  ASSERT_TRUE(difference.tsc_ticks);
  EXPECT_GT(*difference.tsc_ticks, 0);
#endif
}

TEST(SystemMeter, CountsABlockWhereTheMachineDoes) {
  perf::FakeMachine machine;
  machine.Pmu("cpu", "4").Paranoid("2");
  perf::FakeKernel kernel;
  kernel.counts = [](const perf_event_attr&) { return 1000; };
  const CounterSource source{kernel.Get(), machine.root(), {[&kernel] { kernel.Run(); }, 1000, 1000}};
  SystemMeter meter(0, "/", source);
  const Reading before = meter.Before();
  kernel.Run();
  kernel.Run();
  const Reading difference = meter.Between(before, meter.After());
  EXPECT_EQ(difference.counts.cycles, 2000);
  EXPECT_EQ(difference.counts.permille, 1000);
  EXPECT_GT(difference.wall_ns, 0);
  EXPECT_THAT(meter.WhyNot().at("cycles"), HasSubstr("where it is null"));
}

TEST(SystemMeter, WithoutAPmuHasTheReasonOfEachCount) {
  perf::FakeMachine machine;
  perf::FakeKernel kernel;
  kernel.refuse = [](perf_event_attr&, std::size_t) { return -ENOENT; };
  const CounterSource source{kernel.Get(), machine.root(), {[&kernel] { kernel.Run(); }, 1000, 1000}};
  SystemMeter meter(0, "/", source);
  const Reading difference = meter.Between(meter.Before(), meter.After());
  EXPECT_EQ(difference.counts.cycles, std::nullopt);
  EXPECT_EQ(difference.counts.permille, std::nullopt);
  const auto reasons = meter.WhyNot();
  for (const char* field : {"cycles", "instructions", "branches", "branch_misses", "counters_permille"})
    EXPECT_EQ(reasons.at(field), "no hardware PMU (ENOENT), as in many virtual machines") << field;
}

TEST(SystemMeter, SaysWhyACounterIsMissing) {
  const std::string root = ::testing::TempDir() + "/empty_root";
  std::filesystem::create_directories(root + "/proc");
  std::ofstream(root + "/proc/stat") << "cpu 1 2 3 4\ncpu0 1 2 3 4\n";
  SystemMeter meter(0, root);
  EXPECT_EQ(meter.Before().migrations, std::nullopt);
  EXPECT_EQ(meter.Before().steal_ticks, std::nullopt);
  const auto reasons = meter.WhyNot();
  EXPECT_THAT(reasons.at("migrations"), HasSubstr("CONFIG_SCHED_DEBUG"));
  EXPECT_THAT(reasons.at("steal_ticks"), HasSubstr("no steal column for CPU 0"));
  EXPECT_THAT(reasons.at("cpu_ns"), HasSubstr("where it is null"));
}

}  // namespace
}  // namespace firstbyte::bench
