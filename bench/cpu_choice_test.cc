// SPDX-License-Identifier: GPL-2.0-or-later
#include "bench/cpu_choice.h"

#include <gtest/gtest.h>

#include "bench/fake_host.h"

namespace firstbyte::bench {
namespace {

using Cpus = std::vector<int>;

TEST(ChooseCpu, TakesTheLastAllowedCpuWhenNoneIsIsolated) {
  const auto choice = ChooseCpu(FakeHost::BareMetalAmd().Get(), {});
  ASSERT_TRUE(choice);
  EXPECT_EQ(choice->cpu, 3);
  EXPECT_EQ(choice->why, "last allowed CPU");
}

TEST(ChooseCpu, PrefersAnIsolatedCpuThoughNoProcessStartsOnOne) {
  const auto choice = ChooseCpu(FakeHost::BareMetalIntel().Get(), {});
  ASSERT_TRUE(choice);
  EXPECT_EQ(choice->cpu, 3);
  EXPECT_EQ(choice->why, "isolated");
}

TEST(ChooseCpu, RespectsAnAffinityThatWasNarrowedOnPurpose) {
  FakeHost fake = FakeHost::BareMetalIntel();
  fake.facts.affinity = {0};
  EXPECT_EQ(AllowedCpus(fake.Get()), Cpus{0});
  EXPECT_EQ(ChooseCpu(fake.Get(), {})->cpu, 0);
  EXPECT_EQ(ChooseCpu(fake.Get(), {})->why, "last allowed CPU");
}

TEST(ChooseCpu, TakesTheIsolatedCpuOfANarrowedAffinity) {
  FakeHost fake = FakeHost::BareMetalIntel();
  fake.facts.affinity = {0, 2};
  EXPECT_EQ(ChooseCpu(fake.Get(), {})->cpu, 2);
  EXPECT_EQ(ChooseCpu(fake.Get(), {})->why, "isolated");
}

TEST(ChooseCpu, TakesTheCpuThatIsAskedFor) {
  const auto choice = ChooseCpu(FakeHost::BareMetalIntel().Get(), 2);
  ASSERT_TRUE(choice);
  EXPECT_EQ(choice->cpu, 2);
  EXPECT_EQ(choice->why, "--cpu");
}

TEST(ChooseCpu, ACpuThatDoesNotExistIsAUsageErrorThatListsTheAllowed) {
  const auto choice = ChooseCpu(FakeHost::MicroVm().Get(), 7);
  ASSERT_FALSE(choice);
  EXPECT_EQ(choice.error().code, ExitCode::kUsage);
  EXPECT_EQ(choice.error().message, "--cpu 7: this machine has no such CPU; allowed are 0-1.");
  EXPECT_EQ(ChooseCpu(FakeHost::MicroVm().Get(), -1).error().message,
            "--cpu -1: this machine has no such CPU; allowed are 0-1.");
}

TEST(ChooseCpu, ACpuOutsideTheAllowedOnesIsAUsageError) {
  const auto choice = ChooseCpu(FakeHost::Container().Get(), 3);
  ASSERT_FALSE(choice);
  EXPECT_EQ(choice.error().code, ExitCode::kUsage);
  EXPECT_EQ(choice.error().message,
            "--cpu 3: this process may not run there (offline, or outside its affinity or cpuset); allowed are 0-1.");
}

TEST(ChooseCpu, NoCpuAtAllIsAnInvalidEnvironment) {
  FakeHost fake;
  fake.facts.affinity = fake.facts.reachable = {};
  EXPECT_EQ(ChooseCpu(fake.Get(), {}).error().code, ExitCode::kInvalid);
  EXPECT_EQ(ChooseCpu(fake.Get(), 0).error().code, ExitCode::kInvalid);
}

TEST(IsolatedCpus, AMalformedOrMissingFileMeansNone) {
  EXPECT_EQ(IsolatedCpus(FakeHost().Get()), Cpus{});
  EXPECT_EQ(IsolatedCpus(FakeHost().Write("/sys/devices/system/cpu/isolated", "(null)\n").Get()), Cpus{});
  EXPECT_EQ(IsolatedCpus(FakeHost().Write("/sys/devices/system/cpu/isolated", "2-3\n").Get()), (Cpus{2, 3}));
}

}  // namespace
}  // namespace firstbyte::bench
