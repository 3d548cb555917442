// SPDX-License-Identifier: GPL-2.0-or-later
#include "bench/environment_cpu.h"

#include <gtest/gtest.h>

#include "bench/fake_host.h"

namespace firstbyte::bench {
namespace {

constexpr char kSiblings[] = "/sys/devices/system/cpu/cpu0/topology/thread_siblings_list";
constexpr char kL3[] = "/sys/devices/system/cpu/cpu0/cache/index3/size";

const CpuChoice kCpu0{0, "--cpu"};

report::EnvironmentCheck Model(const FakeHost& fake) { return CpuChecks(fake.Get(), kCpu0)[0]; }
report::EnvironmentCheck Pinned(const FakeHost& fake, const CpuChoice& choice) {
  return SharingChecks(fake.Get(), choice, false)[0];
}
report::EnvironmentCheck Smt(const FakeHost& fake, bool guest) { return SharingChecks(fake.Get(), kCpu0, guest)[1]; }
report::EnvironmentCheck Caches(const FakeHost& fake) { return CacheChecks(fake.Get(), kCpu0)[0]; }

TEST(CpuModel, HasWhatTellsTwoPartsOfOneNameApart) {
  EXPECT_EQ(Model(FakeHost::MicroVm()).value, "AMD EPYC (family 26, model 2, stepping 1, microcode 0x2b000603)");
  EXPECT_EQ(Model(FakeHost().Write("/proc/cpuinfo", "model name : X\n")).value, "X");
  EXPECT_EQ(Model(FakeHost()).verdict, "not applicable");
}

TEST(LogicalCpus, SayHowManyAndWhich) {
  EXPECT_EQ(CpuChecks(FakeHost::BareMetalIntel().Get(), kCpu0)[1].value, "4 online, 4 allowed (0-3)");
}

TEST(PinnedCpu, IsolationIsShownWithTheParametersThatMadeIt) {
  const auto check = Pinned(FakeHost::BareMetalIntel(), {3, "isolated"});
  EXPECT_EQ(check.verdict, "ok");
  EXPECT_EQ(check.value, "3, isolated; isolcpus=domain,managed_irq,2-3 nohz_full=2-3 rcu_nocbs=all");
  EXPECT_EQ(Pinned(FakeHost::BareMetalIntel(), {2, "--cpu"}).value.rfind("2 (--cpu), isolated; ", 0), 0U);
}

TEST(PinnedCpu, NotIsolatedIsAWarningThatSaysHow) {
  const auto check = Pinned(FakeHost::BareMetalAmd(), {3, "last allowed CPU"});
  EXPECT_EQ(check.verdict, "warning");
  EXPECT_EQ(check.value, "3 (last allowed CPU), not isolated");
  EXPECT_NE(check.reason.find("isolcpus=3 nohz_full=3 rcu_nocbs=3"), std::string::npos);
}

TEST(PinnedCpu, TheOnlyCpuCannotBeIsolated) {
  EXPECT_EQ(Pinned(FakeHost::KvmGuest(), kCpu0).verdict, "not applicable");
}

TEST(Smt, ASiblingIsAWarningEvenInAGuest) {
  const auto check = Smt(FakeHost::BareMetalAmd(), false);
  EXPECT_EQ(check.verdict, "warning");
  EXPECT_EQ(check.value, "on, CPU 0 shares its core with CPU 2");
  EXPECT_EQ(Smt(FakeHost::BareMetalAmd(), true).verdict, "warning");
}

TEST(Smt, NoSiblingIsFineOnBareMetalAndUnknowableInAGuest) {
  EXPECT_EQ(Smt(FakeHost::BareMetalIntel(), false).value, "off");
  EXPECT_EQ(Smt(FakeHost::BareMetalIntel(), false).verdict, "ok");
  EXPECT_EQ(Smt(FakeHost::KvmGuest(), true).verdict, "not applicable");
  EXPECT_EQ(Smt(FakeHost::BareMetalAmd().Write(kSiblings, "0\n"), false).value, "on, but CPU 0 has its core to itself");
}

TEST(Smt, AListThatLacksTheCpuItselfIsNotBelieved) {
  EXPECT_EQ(Smt(FakeHost::BareMetalAmd().Write(kSiblings, "1-2\n"), false).verdict, "not applicable");
  EXPECT_EQ(Smt(FakeHost::BareMetalAmd().Write(kSiblings, "junk\n"), false).verdict, "not applicable");
  EXPECT_EQ(Smt(FakeHost(), false).verdict, "not applicable");
}

TEST(Caches, SizesAreListed) {
  EXPECT_EQ(Caches(FakeHost::BareMetalIntel()).value, "L1d 48K, L1i 32K, L2 1024K, L3 36608K");
  EXPECT_EQ(Caches(FakeHost::BareMetalIntel()).verdict, "ok");
}

TEST(Caches, ZeroAndAbsentSizesAreWarnings) {
  EXPECT_EQ(Caches(FakeHost::KvmGuest()).value, "L1d 48K, L1i 32K, L2 0K, L3 0K");
  EXPECT_EQ(Caches(FakeHost::KvmGuest()).verdict, "warning");
  EXPECT_EQ(Caches(FakeHost::KvmGuest()).reason.rfind("L2 and L3 without a size", 0), 0U);
  EXPECT_EQ(Caches(FakeHost::BareMetalAmd().Remove(kL3)).value, "L1d 48K, L1i 32K, L2 1024K, L3 unknown");
  EXPECT_EQ(Caches(FakeHost::BareMetalAmd().Remove(kL3)).reason.rfind("L3 without a size", 0), 0U);
  EXPECT_EQ(Caches(FakeHost()).verdict, "warning");
  EXPECT_EQ(Caches(FakeHost()).value, "unknown");
}

}  // namespace
}  // namespace firstbyte::bench
