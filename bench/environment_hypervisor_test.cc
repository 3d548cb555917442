// SPDX-License-Identifier: GPL-2.0-or-later
#include "bench/environment_hypervisor.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "bench/fake_host.h"

namespace firstbyte::bench {
namespace {

using testing::HasSubstr;

constexpr char kClocks[] = "/sys/devices/system/clocksource/clocksource0/available_clocksource";

report::EnvironmentCheck CheckOf(const FakeHost& fake, const std::string& name) {
  const Host host = fake.Get();
  for (const auto& check : HypervisorChecks(host, IdentifyHypervisor(host))) {
    if (check.name == name) return check;
  }
  ADD_FAILURE() << "no check " << name;
  return {};
}

FakeHost Emulated(const std::string& model) {
  FakeHost fake;
  fake.Write("/proc/cpuinfo", "processor : 0\nmodel name : " + model + "\nflags : fpu hypervisor\n")
      .Write("/sys/class/dmi/id/sys_vendor", "QEMU\n")
      .Write("/sys/class/dmi/id/product_name", "Standard PC (Q35 + ICH9, 2009)\n")
      .Write(kClocks, "tsc acpi_pm\n");
  return fake;
}

TEST(Platform, NoEvidenceIsBareMetal) {
  EXPECT_EQ(IdentifyHypervisor(FakeHost::BareMetalIntel().Get()).platform, "bare metal");
  EXPECT_EQ(IdentifyHypervisor(FakeHost::BareMetalAmd().Get()).platform, "bare metal");
  EXPECT_EQ(IdentifyHypervisor(FakeHost::Container().Get()).platform, "bare metal");
}

TEST(Platform, TheFirstSourceThatNamesOneGivesTheLabel) {
  EXPECT_EQ(IdentifyHypervisor(FakeHost::KvmGuest().Get()).platform, "VM (KVM)");
  FakeHost fake;
  fake.Write("/sys/hypervisor/type", "xen\n").Write(kClocks, "kvm-clock\n");
  EXPECT_EQ(IdentifyHypervisor(fake.Get()).platform, "VM (Xen)");
}

TEST(Platform, AFlagAloneLeavesItUnknown) {
  FakeHost fake;
  fake.Write("/proc/cpuinfo", "flags : hypervisor\n");
  EXPECT_EQ(IdentifyHypervisor(fake.Get()).platform, "VM (hypervisor unknown)");
}

TEST(Platform, TheKernelLogDoesNotDecideTheLabel) {
  FakeHost fake;
  fake.Write("/proc/cpuinfo", "flags : hypervisor\n");
  fake.facts.kernel_log = "Hypervisor detected: PVM\n";
  EXPECT_EQ(IdentifyHypervisor(fake.Get()).platform, "VM (hypervisor unknown)");
}

TEST(HypervisorCheck, ShowsEverySource) {
  const auto check = CheckOf(FakeHost::KvmGuest(), "hypervisor");
  EXPECT_EQ(check.verdict, "ok");
  EXPECT_EQ(check.value,
            "KVM: hypervisor flag (/proc/cpuinfo); QEMU, Standard PC (Q35 + ICH9, 2009) (DMI); kvm-clock offered "
            "(clocksource); Hypervisor detected: KVM (kernel log)");
}

TEST(HypervisorCheck, ShowsADisagreement) {
  const auto check = CheckOf(FakeHost::MicroVm(), "hypervisor");
  EXPECT_EQ(check.verdict, "warning");
  EXPECT_EQ(check.reason, "The sources disagree: KVM (clocksource), PVM (kernel log); the label takes the first.");
}

TEST(HypervisorCheck, NoticesAHiddenFlag) {
  FakeHost fake = FakeHost::KvmGuest();
  fake.Write("/proc/cpuinfo", "flags : fpu\n");
  EXPECT_THAT(CheckOf(fake, "hypervisor").reason, HasSubstr("deny"));
}

TEST(HypervisorCheck, DoesNotClaimBareMetalFromNothing) {
  const auto check = CheckOf(FakeHost(), "hypervisor");
  EXPECT_EQ(check.value, "none seen");
  EXPECT_EQ(check.verdict, "warning");
}

TEST(HypervisorCheck, BareMetalShowsWhatWasLookedAt) {
  const auto check = CheckOf(FakeHost::BareMetalIntel(), "hypervisor");
  EXPECT_EQ(check.value, "none seen: no hypervisor flag (/proc/cpuinfo); Wiwynn, Delta Lake (DMI)");
  EXPECT_EQ(check.verdict, "ok");
}

TEST(Accelerator, QemuTcgCpuIsEmulationBeyondDoubt) {
  const FakeHost fake = Emulated("QEMU TCG CPU version 2.5+");
  EXPECT_EQ(IdentifyHypervisor(fake.Get()).accel, "tcg");
  EXPECT_EQ(CheckOf(fake, "accelerator").reason, "Instructions are emulated: counts hold, times mean nothing.");
}

TEST(Accelerator, QemuVirtualCpuWithoutKvmClockIsInferredEmulation) {
  const FakeHost fake = Emulated("QEMU Virtual CPU version 2.5+");
  EXPECT_EQ(IdentifyHypervisor(fake.Get()).accel, "tcg");
  EXPECT_THAT(CheckOf(fake, "accelerator").reason, HasSubstr("Inferred"));
}

TEST(Accelerator, QemuVirtualCpuWithKvmClockIsHardware) {
  FakeHost fake = Emulated("QEMU Virtual CPU version 2.5+");
  fake.Write(kClocks, "kvm-clock tsc\n");
  EXPECT_EQ(IdentifyHypervisor(fake.Get()).accel, "hardware");
  EXPECT_EQ(CheckOf(fake, "accelerator").verdict, "ok");
}

TEST(Accelerator, AnotherModelBelowQemuWithoutKvmClockIsDoubtful) {
  const FakeHost fake = Emulated("AMD EPYC Processor");
  EXPECT_EQ(IdentifyHypervisor(fake.Get()).accel, "hardware");
  EXPECT_EQ(CheckOf(fake, "accelerator").verdict, "warning");
}

TEST(Accelerator, KvmInQemuAndBareMetalAreHardware) {
  EXPECT_EQ(CheckOf(FakeHost::KvmGuest(), "accelerator").verdict, "ok");
  EXPECT_EQ(CheckOf(FakeHost::BareMetalAmd(), "accelerator").verdict, "ok");
}

TEST(Container, HintsAreShown) {
  EXPECT_EQ(CheckOf(FakeHost::Container(), "container").value, "docker (/.dockerenv)");
  EXPECT_EQ(CheckOf(FakeHost::BareMetalAmd(), "container").value, "none seen");
}

}  // namespace
}  // namespace firstbyte::bench
