// SPDX-License-Identifier: GPL-2.0-or-later
#include "bench/environment_change.h"

#include <gtest/gtest.h>

#include "bench/cpu_choice.h"
#include "bench/environment.h"
#include "bench/fake_host.h"

namespace firstbyte::bench {
namespace {

TEST(ChangedChecks, AreThoseWithAnotherValueOrVerdict) {
  const Checks before = {Ok("governor", "performance"), Ok("turbo", "off"), Ok("kernel", "6.1")};
  const Checks now = {Warning("governor", "schedutil", "It moves."), Ok("turbo", "off"), Ok("kernel", "6.2"),
                      Ok("new", "x")};
  const Checks changed = ChangedChecks(before, now);
  ASSERT_EQ(changed.size(), 3U);
  EXPECT_EQ(changed[0].value, "schedutil");
  EXPECT_EQ(changed[1].name, "kernel");
  EXPECT_EQ(changed[2].name, "new");
}

TEST(ChangedChecks, ValuesThatMoveAllTheTimeCountByTheirVerdict) {
  const Checks before = {Ok("load average", "0.10"), Ok("memory", "8 GiB")};
  EXPECT_TRUE(ChangedChecks(before, {Ok("load average", "0.20"), Ok("memory", "7 GiB")}).empty());
  EXPECT_EQ(ChangedChecks(before, {Warning("load average", "9.00", "Busy."), Ok("memory", "8 GiB")}).size(), 1U);
}

TEST(ChangedChecks, TheKernelsLogMayForgetWhatItNamed) {
  const Checks before = {Warning("hypervisor",
                                 "KVM: kvm-clock offered (clocksource); Hypervisor detected: PVM (kernel log)",
                                 "The sources disagree.")};
  EXPECT_TRUE(ChangedChecks(before, {Ok("hypervisor", "KVM: kvm-clock offered (clocksource)")}).empty());
  EXPECT_EQ(ChangedChecks(before, {Ok("hypervisor", "Xen: xen (/sys/hypervisor)")}).size(), 1U);
}

// The names above must be those of the real checks.
TEST(ChangedChecks, AMachineThatIsLookedAtTwiceHasNone) {
  FakeHost fake = FakeHost::BareMetalAmd();
  fake.Write("/proc/loadavg", "0.10 0.1 0.1 1/100 1234\n");
  const Checks before = CollectEnvironment(fake.Get(), ChooseCpu(fake.Get(), std::nullopt).value(), {}).checks;
  const int cpu = ChooseCpu(fake.Get(), std::nullopt)->cpu;
  fake.Write("/proc/loadavg", "0.20 0.1 0.1 1/100 1235\n");
  EXPECT_TRUE(
      ChangedChecks(before, CollectEnvironment(fake.Get(), ChooseCpu(fake.Get(), cpu).value(), {}).checks).empty());
}

}  // namespace
}  // namespace firstbyte::bench
