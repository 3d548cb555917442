// SPDX-License-Identifier: GPL-2.0-or-later
#include "bench/environment_load.h"

#include <gtest/gtest.h>

#include "bench/fake_host.h"

namespace firstbyte::bench {
namespace {

enum Index { kLoad, kQuota, kSteal, kMemory };

report::EnvironmentCheck CheckOf(const FakeHost& fake, Index index, bool guest = true) {
  return LoadChecks(fake.Get(), guest)[index];
}

TEST(LoadAverage, IsJudgedPerCpu) {
  FakeHost fake;
  fake.facts.online_cpus = 4;
  EXPECT_EQ(CheckOf(fake.Write("/proc/loadavg", "2.00 9 9 1/2 3\n"), kLoad).value, "2.00 over 1 minute, 0.50 per CPU");
  EXPECT_EQ(CheckOf(fake, kLoad).verdict, "ok");
  EXPECT_EQ(CheckOf(fake.Write("/proc/loadavg", "2.01 0 0 1/2 3\n"), kLoad).verdict, "warning");
}

TEST(LoadAverage, NumbersThatAreNoneAreUnknown) {
  for (const char* junk : {"", "high", "-1 0 0", "nan", "inf", "1e999"}) {
    EXPECT_EQ(CheckOf(FakeHost().Write("/proc/loadavg", junk), kLoad).verdict, "not applicable") << junk;
  }
}

TEST(LoadAverage, NoCpuCountIsNoDivisionByZero) {
  FakeHost fake;
  fake.facts.online_cpus = 0;
  EXPECT_EQ(CheckOf(fake.Write("/proc/loadavg", "1.00 0 0\n"), kLoad).value, "1.00 over 1 minute, 1.00 per CPU");
}

TEST(Quota, ALimitIsAWarning) {
  EXPECT_EQ(CheckOf(FakeHost::Container(), kQuota).value, "1.50 CPUs (150000 us in each 100000 us)");
  EXPECT_EQ(CheckOf(FakeHost::Container(), kQuota).verdict, "warning");
  EXPECT_EQ(CheckOf(FakeHost::MicroVm(), kQuota).value, "none");
  EXPECT_EQ(CheckOf(FakeHost(), kQuota).verdict, "not applicable");
}

TEST(Steal, OnlyWhatHasMovedIsReported) {
  EXPECT_EQ(CheckOf(FakeHost::KvmGuest(), kSteal).value, "reported, 7 ticks since boot");
  EXPECT_EQ(CheckOf(FakeHost::KvmGuest(), kSteal).verdict, "ok");
  EXPECT_EQ(CheckOf(FakeHost::MicroVm(), kSteal).reason,
            "It has never moved, which does not mean that nothing was stolen.");
  EXPECT_EQ(CheckOf(FakeHost::BareMetalAmd(), kSteal, false).reason, "No hypervisor was seen that could steal.");
}

TEST(Steal, AShortOrForeignLineIsUnknown) {
  for (const char* junk : {"", "cpu 1 2 3\n", "intr 1 2 3 4 5 6 7 8 9\n", "cpu 1 2 3 4 5 6 7 x\n"}) {
    EXPECT_EQ(CheckOf(FakeHost().Write("/proc/stat", junk), kSteal).value, "unknown") << junk;
  }
}

TEST(Memory, LittleLeftIsAWarning) {
  FakeHost fake;
  EXPECT_EQ(CheckOf(fake.Write("/proc/meminfo", "MemTotal: 2097152 kB\nMemAvailable: 1048576 kB\n"), kMemory).value,
            "1.0 of 2.0 GiB available");
  EXPECT_EQ(CheckOf(fake, kMemory).verdict, "ok");
  EXPECT_EQ(CheckOf(fake.Write("/proc/meminfo", "MemTotal: 2097152 kB\nMemAvailable: 200000 kB\n"), kMemory).verdict,
            "warning");
}

TEST(Memory, MissingOrImpossibleNumbersAreUnknown) {
  for (const char* junk :
       {"", "MemTotal: 5 kB\n", "MemTotal: 0 kB\nMemAvailable: 0 kB\n", "MemTotal:\nMemAvailable:\n"}) {
    EXPECT_EQ(CheckOf(FakeHost().Write("/proc/meminfo", junk), kMemory).value, "unknown") << junk;
  }
}

}  // namespace
}  // namespace firstbyte::bench
