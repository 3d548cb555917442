// SPDX-License-Identifier: GPL-2.0-or-later
#include "bench/environment_frequency.h"

#include <gtest/gtest.h>

#include <string>

#include "bench/fake_host.h"

namespace firstbyte::bench {
namespace {

constexpr char kCpuFreq[] = "/sys/devices/system/cpu/cpu0/cpufreq/";
constexpr char kNoTurbo[] = "/sys/devices/system/cpu/intel_pstate/no_turbo";
constexpr char kBoost[] = "/sys/devices/system/cpu/cpufreq/boost";

enum Index { kGovernor, kDriver, kRange, kTurbo };

report::EnvironmentCheck CheckOf(const FakeHost& fake, Index index, bool guest = false) {
  return FrequencyChecks(fake.Get(), {0, "--cpu"}, guest)[index];
}

TEST(Frequency, ATunedServerHasNothingToWarnAbout) {
  for (const auto& check : FrequencyChecks(FakeHost::BareMetalIntel().Get(), {0, "--cpu"}, false)) {
    EXPECT_EQ(check.verdict, "ok") << check.name;
  }
}

TEST(Governor, AnythingButPerformanceIsAWarning) {
  EXPECT_EQ(CheckOf(FakeHost::BareMetalIntel(), kGovernor).value, "performance");
  EXPECT_EQ(CheckOf(FakeHost::BareMetalAmd(), kGovernor).value, "schedutil");
  EXPECT_EQ(CheckOf(FakeHost::BareMetalAmd(), kGovernor).verdict, "warning");
}

TEST(Frequency, AGuestWithoutCpufreqIsNotAnAllClear) {
  for (const auto& check : FrequencyChecks(FakeHost::MicroVm().Get(), {0, "--cpu"}, true)) {
    EXPECT_EQ(check.value, "unknown") << check.name;
    EXPECT_EQ(check.verdict, "not applicable") << check.name;
    EXPECT_EQ(check.reason, "Guest, no cpufreq: the host decides.") << check.name;
  }
}

TEST(Frequency, BareMetalWithoutCpufreqPointsAtTheFirmware) {
  EXPECT_EQ(CheckOf(FakeHost(), kGovernor).reason, "No cpufreq: the firmware decides; look at its setup.");
  EXPECT_EQ(CheckOf(FakeHost(), kTurbo).reason, "No driver has a switch for it; look at the firmware's setup.");
}

TEST(Frequency, EqualLimitsAreFixed) {
  FakeHost fake = FakeHost::BareMetalAmd();
  fake.Write(std::string(kCpuFreq) + "scaling_min_freq", "4500000\n");
  EXPECT_EQ(CheckOf(fake, kRange).value, "4500 MHz, fixed");
  EXPECT_EQ(CheckOf(fake, kRange).verdict, "ok");
}

TEST(Frequency, ARangeIsAWarningUnlessTheGovernorHoldsTheUpperEnd) {
  EXPECT_EQ(CheckOf(FakeHost::BareMetalAmd(), kRange).value, "400-4500 MHz");
  EXPECT_EQ(CheckOf(FakeHost::BareMetalAmd(), kRange).verdict, "warning");
  EXPECT_EQ(CheckOf(FakeHost::BareMetalIntel(), kRange).value, "800-1400 MHz");
  EXPECT_EQ(CheckOf(FakeHost::BareMetalIntel(), kRange).verdict, "ok");
}

TEST(Frequency, NumbersThatAreNoneAreUnknown) {
  for (const char* junk : {"", "fast", "-5", "0", "99999999999999999999"}) {
    FakeHost fake = FakeHost::BareMetalAmd();
    fake.Write(std::string(kCpuFreq) + "scaling_max_freq", junk);
    EXPECT_EQ(CheckOf(fake, kRange).value, "unknown") << junk;
  }
}

TEST(Turbo, BothDriversAreUnderstood) {
  EXPECT_EQ(CheckOf(FakeHost().Write(kNoTurbo, "1\n"), kTurbo).value, "off");
  EXPECT_EQ(CheckOf(FakeHost().Write(kNoTurbo, "0\n"), kTurbo).value, "on");
  EXPECT_EQ(CheckOf(FakeHost().Write(kBoost, "0\n"), kTurbo).value, "off");
  EXPECT_EQ(CheckOf(FakeHost().Write(kBoost, "1\n"), kTurbo).verdict, "warning");
  EXPECT_EQ(CheckOf(FakeHost().Write(std::string(kCpuFreq) + "boost", "1\n"), kTurbo).value, "on");
}

TEST(Turbo, AnUnreadableSwitchIsUnknown) {
  EXPECT_EQ(CheckOf(FakeHost().Write(kNoTurbo, "maybe\n"), kTurbo).verdict, "not applicable");
}

}  // namespace
}  // namespace firstbyte::bench
