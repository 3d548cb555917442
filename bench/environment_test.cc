// SPDX-License-Identifier: GPL-2.0-or-later
#include "bench/environment.h"

#include <gtest/gtest.h>

#include <fstream>
#include <set>
#include <sstream>

#include "bench/fake_host.h"

namespace firstbyte::bench {
namespace {

const BuildFacts kBuild{.compiler = "GCC 12.2.0"};
const CounterFacts kNoPmu{
    {}, true, {"no hardware PMU (ENOENT), as in many virtual machines: cycles, instructions not available."}};

std::string Golden(const std::string& name) {
  std::ifstream file("bench/testdata/environment_" + name + ".txt");
  std::stringstream text;
  text << file.rdbuf();
  return text.str();
}

const CounterFacts kAllCounted{{"cycles", "instructions", "branches", "branch-misses"}, false, {}};

std::string Rendered(const FakeHost& fake, const CounterFacts& counters = kNoPmu) {
  const Host host = fake.Get();
  return RenderEnvironment(CollectEnvironment(host, ChooseCpu(host, {}).value(), counters, kBuild));
}

TEST(EnvironmentGolden, BareMetalIntel) {
  EXPECT_EQ(Rendered(FakeHost::BareMetalIntel(), kAllCounted), Golden("bare_metal_intel"));
}
TEST(EnvironmentGolden, BareMetalAmd) { EXPECT_EQ(Rendered(FakeHost::BareMetalAmd()), Golden("bare_metal_amd")); }
TEST(EnvironmentGolden, KvmGuest) { EXPECT_EQ(Rendered(FakeHost::KvmGuest()), Golden("kvm_guest")); }
TEST(EnvironmentGolden, Container) { EXPECT_EQ(Rendered(FakeHost::Container()), Golden("container")); }
TEST(EnvironmentGolden, MicroVm) { EXPECT_EQ(Rendered(FakeHost::MicroVm()), Golden("micro_vm")); }

TEST(CollectEnvironment, NamesAreUniqueAndTheSameOnEveryMachine) {
  const auto names = [](const FakeHost& fake) {
    std::vector<std::string> list;
    for (const auto& check : CollectEnvironment(fake.Get(), {0, "--cpu"}, kNoPmu, kBuild).checks)
      list.push_back(check.name);
    return list;
  };
  const auto expected = names(FakeHost::BareMetalIntel());
  EXPECT_EQ(std::set<std::string>(expected.begin(), expected.end()).size(), expected.size());
  EXPECT_EQ(names(FakeHost()), expected);
  EXPECT_EQ(names(FakeHost::KvmGuest()), expected);
}

TEST(CollectEnvironment, ThisMachineHasAnEnvironment) {
  const Host host = Host::System();
  const Environment environment = CollectEnvironment(host, ChooseCpu(host, {}).value(), CounterFactsOn(0));
  EXPECT_FALSE(environment.platform.empty());
  EXPECT_TRUE(environment.accel == "hardware" || environment.accel == "tcg");
}

TEST(MachineId, IsADigestOfHostModelAndKernel) {
  FakeHost fake = FakeHost::MicroVm();
  const std::string id = MachineId(fake.Get());
  EXPECT_EQ(id.size(), 64U);
  EXPECT_EQ(MachineId(FakeHost::MicroVm().Get()), id);

  FakeHost renamed = FakeHost::MicroVm();
  renamed.facts.node_name = "other";
  EXPECT_NE(MachineId(renamed.Get()), id);
  FakeHost upgraded = FakeHost::MicroVm();
  upgraded.facts.kernel_release = "6.1.0-19-amd64";
  EXPECT_NE(MachineId(upgraded.Get()), id);
  FakeHost moved = FakeHost::MicroVm();
  moved.Write("/proc/cpuinfo", "processor : 0\nmodel name : AMD EPYC 9005\n");
  EXPECT_NE(MachineId(moved.Get()), id);
}

TEST(MachineId, DoesNotDependOnTheRestOfTheMachine) {
  FakeHost fake = FakeHost::MicroVm();
  const std::string id = MachineId(fake.Get());
  fake.Write("/proc/loadavg", "99 99 99 1/1 1\n");
  fake.facts.online_cpus = 1;
  EXPECT_EQ(MachineId(fake.Get()), id);
}

}  // namespace
}  // namespace firstbyte::bench
