// SPDX-License-Identifier: GPL-2.0-or-later
#include "perf/pmu.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "perf/fake_machine.h"

namespace firstbyte::perf {
namespace {

constexpr char kCpu[] = "/sys/bus/event_source/devices/cpu/";

std::vector<std::string> NamesOf(const std::vector<Pmu>& pmus) {
  std::vector<std::string> names;
  for (const Pmu& pmu : pmus) names.push_back(pmu.name);
  return names;
}

std::string WhyNot(const FakeMachine& machine, std::string_view terms) {
  const auto config = ConfigOf(machine.root(), {"cpu", 4}, terms);
  return config ? "" : config.error().message;
}

TEST(FindPmu, HasTheKernelsNumber) {
  FakeMachine machine;
  machine.Pmu("cpu", "4");
  ASSERT_TRUE(FindPmu(machine.root(), "cpu"));
  EXPECT_EQ(FindPmu(machine.root(), "cpu")->type, 4U);
  EXPECT_FALSE(FindPmu(machine.root(), "msr"));
  EXPECT_FALSE(FindPmu(machine.root(), "../devices/cpu"));
  EXPECT_FALSE(FindPmu(machine.root(), ""));
  machine.Write(std::string(kCpu) + "type", "four\n");
  EXPECT_FALSE(FindPmu(machine.root(), "cpu"));
}

TEST(CorePmus, AreNoneInAMachineWithoutOne) {
  FakeMachine machine;
  EXPECT_TRUE(CorePmus(machine.root()).empty());
  machine.Pmu("software", "1").Pmu("msr", "9").Pmu("breakpoint", "5");
  EXPECT_TRUE(CorePmus(machine.root()).empty());
}

TEST(CorePmus, AreAllKindsOfCoresAndNotWhatIsAroundThem) {
  FakeMachine machine;
  machine.Pmu("cpu_core", "4", "cpus").Pmu("cpu_atom", "10", "cpus").Pmu("uncore_imc", "20", "cpumask");
  EXPECT_THAT(NamesOf(CorePmus(machine.root())), ::testing::ElementsAre("cpu_atom", "cpu_core"));
  FakeMachine plain;
  plain.Pmu("cpu", "4");
  EXPECT_THAT(NamesOf(CorePmus(plain.root())), ::testing::ElementsAre("cpu"));
}

TEST(ConfigOf, PutsTermsWhereSysfsSays) {
  FakeMachine machine;
  machine.Pmu("cpu", "4")
      .Write(std::string(kCpu) + "format/any", "config:21\n")
      .Write(std::string(kCpu) + "format/wide", "config1:0-63\n")
      .Write(std::string(kCpu) + "format/split", "config:0-7,32-35\n")
      .Write(std::string(kCpu) + "events/tsx-abort", "event=0xc9,umask=0x4\n");
  const auto config = [&](std::string_view terms) { return ConfigOf(machine.root(), {"cpu", 4}, terms).value(); };
  EXPECT_EQ(config("event=0xc0,umask=0x01").config, 0x1c0U);
  EXPECT_EQ(config("event=60,any").config, 0x20003cU);
  EXPECT_EQ(config("wide=0xffffffffffffffff").config1, ~std::uint64_t{0});
  EXPECT_EQ(config("split=0xabc").config, 0xa000000bcU);
  EXPECT_EQ(config("instructions").config, 0xc0U);
  EXPECT_EQ(config("tsx-abort,any").config, 0x2004c9U);
  EXPECT_EQ(config("config=0x1,config1=2,config2=3").config2, 3U);
}

TEST(ConfigOf, SaysWhatItDoesNotKnow) {
  FakeMachine machine;
  machine.Pmu("cpu", "4")
      .Write(std::string(kCpu) + "format/odd", "config9:0-7\n")
      .Write(std::string(kCpu) + "format/beyond", "config:60-64\n")
      .Write(std::string(kCpu) + "format/empty", "config\n")
      .Write(std::string(kCpu) + "events/self", "self\n");
  EXPECT_EQ(WhyNot(machine, "nothing"), "the PMU \"cpu\" has no event and no term \"nothing\"");
  EXPECT_EQ(WhyNot(machine, "../type"), "the PMU \"cpu\" has no event and no term \"../type\"");
  EXPECT_EQ(WhyNot(machine, "event=,umask=x"), "\"x\" is no number for the term \"umask\"");
  EXPECT_EQ(WhyNot(machine, "event=0x100"), "0x100 is too large for the term \"event\"");
  EXPECT_EQ(WhyNot(machine, "odd=1"), "sysfs describes the term \"odd\" in a way that is not understood (config9:0-7)");
  EXPECT_NE(WhyNot(machine, "beyond=1"), "");
  EXPECT_NE(WhyNot(machine, "empty=1"), "");
  EXPECT_EQ(WhyNot(machine, "self"), "the PMU \"cpu\" has no event and no term \"self\"") << "no endless names";
}

}  // namespace
}  // namespace firstbyte::perf
