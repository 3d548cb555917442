// SPDX-License-Identifier: GPL-2.0-or-later
#include "bench/cpu_quota.h"

#include <gtest/gtest.h>

#include "bench/fake_host.h"

namespace firstbyte::bench {
namespace {

constexpr char kSelf[] = "/proc/self/cgroup";

TEST(CpuQuota, WithoutGroupsNothingIsKnown) {
  EXPECT_FALSE(ReadCpuQuota(FakeHost().Get()).readable);
  EXPECT_FALSE(ReadCpuQuota(FakeHost().Write(kSelf, "junk\n1:x\n").Get()).readable);
}

TEST(CpuQuota, NoLimitIsKnownToBeNone) {
  FakeHost fake;
  fake.Write(kSelf, "0::/a\n").Write("/sys/fs/cgroup/a/cpu.max", "max 100000\n");
  EXPECT_TRUE(ReadCpuQuota(fake.Get()).readable);
  EXPECT_FALSE(ReadCpuQuota(fake.Get()).tightest);
}

TEST(CpuQuota, TheTightestGroupOnTheWayUpCounts) {
  FakeHost fake;
  fake.Write(kSelf, "0::/a/b/c\n")
      .Write("/sys/fs/cgroup/a/cpu.max", "50000 100000\n")
      .Write("/sys/fs/cgroup/a/b/cpu.max", "max 100000\n")
      .Write("/sys/fs/cgroup/a/b/c/cpu.max", "200000 100000\n");
  const auto answer = ReadCpuQuota(fake.Get());
  ASSERT_TRUE(answer.tightest);
  EXPECT_EQ(answer.tightest->quota_us, 50000);
  EXPECT_DOUBLE_EQ(answer.tightest->Cpus(), 0.5);
}

TEST(CpuQuota, AContainersOwnGroupIsTheRootOfItsMount) {
  EXPECT_EQ(ReadCpuQuota(FakeHost::Container().Get()).tightest->quota_us, 150000);
  FakeHost fake;
  fake.Write(kSelf, "4:cpu,cpuacct:/docker/0123\n")
      .Write("/sys/fs/cgroup/cpu,cpuacct/cpu.cfs_quota_us", "25000\n")
      .Write("/sys/fs/cgroup/cpu,cpuacct/cpu.cfs_period_us", "50000\n");
  EXPECT_DOUBLE_EQ(ReadCpuQuota(fake.Get()).tightest->Cpus(), 0.5);
}

TEST(CpuQuota, VersionOneWithoutALimit) {
  const auto answer = ReadCpuQuota(FakeHost::MicroVm().Get());
  EXPECT_TRUE(answer.readable);
  EXPECT_FALSE(answer.tightest);
}

TEST(CpuQuota, OtherControllersAreNotMistakenForIt) {
  FakeHost fake;
  fake.Write(kSelf, "2:cpuacct:/\n3:cpuset:/\n").Write("/sys/fs/cgroup/cpuset/cpu.cfs_quota_us", "1\n");
  EXPECT_FALSE(ReadCpuQuota(fake.Get()).readable);
}

TEST(CpuQuota, NumbersThatAreNoneAreNoLimit) {
  FakeHost fake;
  fake.Write(kSelf, "0::/\n");
  for (const char* junk : {"", "1", "0 100000", "5 0", "5 -5", "x y", "99999999999999999999 1"}) {
    fake.Write("/sys/fs/cgroup/cpu.max", junk);
    EXPECT_FALSE(ReadCpuQuota(fake.Get()).tightest) << junk;
  }
}

}  // namespace
}  // namespace firstbyte::bench
