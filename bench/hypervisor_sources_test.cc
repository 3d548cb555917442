// SPDX-License-Identifier: GPL-2.0-or-later
#include "bench/hypervisor_sources.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "bench/fake_host.h"

namespace firstbyte::bench {
namespace {

constexpr char kVendor[] = "/sys/class/dmi/id/sys_vendor";
constexpr char kProduct[] = "/sys/class/dmi/id/product_name";
constexpr char kClocks[] = "/sys/devices/system/clocksource/clocksource0/available_clocksource";

std::vector<std::string> Sources(const std::vector<Evidence>& evidence) {
  std::vector<std::string> sources;
  for (const Evidence& one : evidence) sources.push_back(one.source);
  return sources;
}

// The only evidence of a machine that has one source.
Evidence Only(const FakeHost& fake) {
  const auto evidence = HypervisorEvidence(fake.Get());
  EXPECT_EQ(evidence.size(), 1U);
  return evidence.empty() ? Evidence{} : evidence.front();
}

TEST(HypervisorSources, NothingIsSaidByAMachineWithoutFiles) {
  EXPECT_THAT(HypervisorEvidence(FakeHost().Get()), testing::IsEmpty());
}

TEST(HypervisorSources, AllThatAKvmGuestSays) {
  EXPECT_THAT(Sources(HypervisorEvidence(FakeHost::KvmGuest().Get())),
              testing::ElementsAre(kCpuInfoFile, kDmi, kClockSource, kKernelLog));
}

TEST(HypervisorSources, TheCpuFlagSaysThatThereIsOneAndNotWhich) {
  FakeHost fake;
  EXPECT_TRUE(Only(fake.Write("/proc/cpuinfo", "flags : fpu hypervisor\n")).hypervisor);
  EXPECT_EQ(Only(fake).name, "");
  EXPECT_FALSE(Only(fake.Write("/proc/cpuinfo", "flags : fpu\n")).hypervisor);
  EXPECT_EQ(Only(fake).seen, "no hypervisor flag");
}

TEST(HypervisorSources, SysHypervisorNamesXenAndOthersVerbatim) {
  FakeHost fake;
  EXPECT_EQ(Only(fake.Write("/sys/hypervisor/type", "xen\n")).name, "Xen");
  EXPECT_EQ(Only(fake.Write("/sys/hypervisor/type", "z/VM\n")).name, "z/VM");
}

struct DmiCase {
  const char* vendor;
  const char* product;
  bool flag;
  bool hypervisor;
  const char* name;
};

class Dmi : public testing::TestWithParam<DmiCase> {};

TEST_P(Dmi, IsReadWithCare) {
  const DmiCase& c = GetParam();
  FakeHost fake;
  fake.Write(kVendor, c.vendor).Write(kProduct, c.product);
  fake.Write("/proc/cpuinfo", c.flag ? "flags : hypervisor\n" : "flags : fpu\n");
  const auto evidence = HypervisorEvidence(fake.Get());
  ASSERT_EQ(evidence.size(), 2U);
  EXPECT_EQ(evidence[1].hypervisor, c.hypervisor) << c.vendor;
  EXPECT_EQ(evidence[1].name, c.name) << c.vendor;
}

INSTANTIATE_TEST_SUITE_P(Machines, Dmi,
                         testing::Values(DmiCase{"Microsoft Corporation", "Virtual Machine", true, true, "Hyper-V"},
                                         DmiCase{"Microsoft Corporation", "Surface Pro", false, false, ""},
                                         DmiCase{"VMware, Inc.", "VMware7,1", true, true, "VMware"},
                                         DmiCase{"Xen", "HVM domU", true, true, "Xen"},
                                         DmiCase{"Red Hat", "KVM", true, true, "KVM"},
                                         DmiCase{"innotek GmbH", "VirtualBox", true, true, "VirtualBox"},
                                         DmiCase{"QEMU", "Standard PC (i440FX + PIIX, 1996)", true, true, ""},
                                         // The same strings on a guest and on the cloud's bare metal.
                                         DmiCase{"Amazon EC2", "m5.large", true, true, "KVM"},
                                         DmiCase{"Amazon EC2", "m5.metal", false, false, ""},
                                         DmiCase{"Google", "Google Compute Engine", true, true, "KVM"},
                                         DmiCase{"Google", "Google Compute Engine", false, false, ""},
                                         DmiCase{"Dell Inc.", "PowerEdge R740", false, false, ""}));

TEST(HypervisorSources, DmiWithOneOfItsTwoFiles) {
  FakeHost fake;
  EXPECT_EQ(Only(fake.Write(kVendor, "QEMU\n")).seen, "QEMU");
  EXPECT_EQ(Only(fake.Write(kProduct, "Laptop\n")).seen, "QEMU, Laptop");
}

TEST(HypervisorSources, ClocksNameTheHypervisorThatOffersThem) {
  FakeHost fake;
  EXPECT_EQ(Only(fake.Write(kClocks, "tsc kvm-clock acpi_pm\n")).name, "KVM");
  EXPECT_EQ(Only(fake.Write(kClocks, "hyperv_clocksource_tsc_page acpi_pm\n")).name, "Hyper-V");
  EXPECT_EQ(Only(fake.Write(kClocks, "xen tsc\n")).name, "Xen");
  EXPECT_EQ(Only(fake).seen, "xen offered");
  EXPECT_THAT(HypervisorEvidence(fake.Write(kClocks, "tsc hpet\n").Get()), testing::IsEmpty());
}

TEST(HypervisorSources, TheKernelNamesItselfOnlyWhereWindowsRunsIt) {
  FakeHost fake;
  fake.facts.kernel_release = "5.15.90.1-microsoft-standard-WSL2";
  EXPECT_EQ(Only(fake).name, "Hyper-V");
}

TEST(HypervisorSources, ConfidentialGuestsAreMarked) {
  FakeHost sev;
  EXPECT_EQ(Only(sev.Write("/sys/devices/virtual/misc/sev-guest/dev", "10:1\n")).source, kConfidential);
  FakeHost tdx;
  const auto evidence = HypervisorEvidence(tdx.Write("/proc/cpuinfo", "flags : hypervisor tdx_guest\n").Get());
  EXPECT_THAT(Sources(evidence), testing::ElementsAre(kCpuInfoFile, kConfidential));
}

TEST(HypervisorSources, TheKernelLogNamesButDoesNotLast) {
  FakeHost fake;
  fake.facts.kernel_log = "x\n[    0.000000] Hypervisor detected: Microsoft Hyper-V\ny\n";
  EXPECT_EQ(Only(fake).name, "Hyper-V");
  EXPECT_FALSE(Only(fake).durable);
  fake.facts.kernel_log = "Hypervisor detected: ACRN";
  EXPECT_EQ(Only(fake).name, "ACRN");
}

TEST(ContainerHints, ListsEveryHint) {
  EXPECT_EQ(ContainerHints(FakeHost::BareMetalAmd().Get()), "");
  FakeHost fake;
  fake.Write("/.dockerenv", "").Write("/run/.containerenv", "").Write("/proc/1/cgroup", "0::/kubepods/pod1\n");
  EXPECT_EQ(ContainerHints(fake.Get()), "docker (/.dockerenv); podman (/run/.containerenv); kubepods (/proc/1/cgroup)");
}

}  // namespace
}  // namespace firstbyte::bench
