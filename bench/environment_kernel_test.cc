// SPDX-License-Identifier: GPL-2.0-or-later
#include "bench/environment_kernel.h"

#include <gtest/gtest.h>

#include "bench/fake_host.h"

namespace firstbyte::bench {
namespace {

constexpr char kAslrFile[] = "/proc/sys/kernel/randomize_va_space";
constexpr char kPersonality[] = "/proc/self/personality";
constexpr char kClock[] = "/sys/devices/system/clocksource/clocksource0/current_clocksource";
constexpr char kHugePages[] = "/sys/kernel/mm/transparent_hugepage/enabled";

enum Index { kRelease, kAslr, kClockSource, kHuge, kMitigations, kParanoid };

report::EnvironmentCheck CheckOf(const FakeHost& fake, Index index) { return KernelChecks(fake.Get())[index]; }

TEST(Kernel, ReleaseAndVersion) {
  EXPECT_EQ(CheckOf(FakeHost(), kRelease).value,
            "6.1.0-18-amd64 x86_64 #1 SMP PREEMPT_DYNAMIC Debian 6.1.76-1 (2024-02-01)");
  FakeHost nameless;
  nameless.facts.kernel_release = "";
  EXPECT_EQ(CheckOf(nameless, kRelease).verdict, "not applicable");
}

TEST(Aslr, OnIsWhatTheProtocolWants) {
  EXPECT_EQ(CheckOf(FakeHost().Write(kAslrFile, "2\n"), kAslr).verdict, "ok");
  EXPECT_EQ(CheckOf(FakeHost().Write(kAslrFile, "1\n"), kAslr).verdict, "warning");
  EXPECT_EQ(CheckOf(FakeHost().Write(kAslrFile, "0\n"), kAslr).verdict, "warning");
  EXPECT_EQ(CheckOf(FakeHost().Write(kAslrFile, "3\n"), kAslr).verdict, "not applicable");
  EXPECT_EQ(CheckOf(FakeHost(), kAslr).verdict, "not applicable");
}

TEST(Aslr, OneProcessCanBeExempt) {
  FakeHost fake;
  fake.Write(kAslrFile, "2\n").Write(kPersonality, "00040000\n");
  EXPECT_EQ(CheckOf(fake, kAslr).value, "off for this process");
  EXPECT_EQ(CheckOf(fake, kAslr).verdict, "warning");
}

TEST(ClockSource, ThoseTheVdsoReadsAreFine) {
  for (const char* clock : {"tsc", "kvm-clock", "hyperv_clocksource_tsc_page"}) {
    EXPECT_EQ(CheckOf(FakeHost().Write(kClock, clock), kClockSource).verdict, "ok") << clock;
  }
  for (const char* clock : {"hpet", "acpi_pm", "jiffies", "hyperv_clocksource_msr"}) {
    EXPECT_EQ(CheckOf(FakeHost().Write(kClock, clock), kClockSource).verdict, "warning") << clock;
  }
  EXPECT_EQ(CheckOf(FakeHost(), kClockSource).verdict, "not applicable");
}

TEST(HugePages, AlwaysIsAWarning) {
  EXPECT_EQ(CheckOf(FakeHost().Write(kHugePages, "always [madvise] never\n"), kHuge).value, "madvise");
  EXPECT_EQ(CheckOf(FakeHost().Write(kHugePages, "always madvise [never]\n"), kHuge).value, "never");
  EXPECT_EQ(CheckOf(FakeHost().Write(kHugePages, "[always] madvise never\n"), kHuge).verdict, "warning");
  EXPECT_EQ(CheckOf(FakeHost().Write(kHugePages, "always madvise never\n"), kHuge).verdict, "not applicable");
}

TEST(Mitigations, CountsAndNamesWhatKernelEntryPays) {
  FakeHost fake;
  const std::string directory = "/sys/devices/system/cpu/vulnerabilities/";
  fake.Write(directory + "meltdown", "Mitigation: PTI\n")
      .Write(directory + "mds", "Mitigation: Clear CPU buffers; SMT vulnerable\n")
      .Write(directory + "spectre_v2", "Mitigation: IBRS; IBPB: conditional\n")
      .Write(directory + "spectre_v1", "Mitigation: usercopy/swapgs barriers and __user pointer sanitization\n")
      .Write(directory + "srbds", "Not affected\n")
      .Write(directory + "l1tf", "Vulnerable\n");
  EXPECT_EQ(
      CheckOf(fake, kMitigations).value,
      "4 active, 1 vulnerable, 1 not affected; on kernel entry: mds Clear CPU buffers, meltdown PTI, spectre_v2 IBRS");
  EXPECT_EQ(CheckOf(fake, kMitigations).verdict, "ok");
}

TEST(Mitigations, EnhancedIbrsCostsNothingOnEntry) {
  EXPECT_EQ(CheckOf(FakeHost::BareMetalIntel(), kMitigations).value,
            "2 active, 0 vulnerable, 1 not affected; on kernel entry: mmio_stale_data Clear CPU buffers");
  EXPECT_EQ(CheckOf(FakeHost(), kMitigations).verdict, "not applicable");
}

TEST(Paranoid, IsInformation) {
  EXPECT_EQ(CheckOf(FakeHost::BareMetalIntel(), kParanoid).value, "3");
  EXPECT_EQ(CheckOf(FakeHost(), kParanoid).verdict, "not applicable");
}

}  // namespace
}  // namespace firstbyte::bench
