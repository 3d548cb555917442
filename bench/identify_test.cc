// SPDX-License-Identifier: GPL-2.0-or-later
#include "bench/identify.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <nlohmann/json.hpp>
#include <sstream>

#include "bench/fake_host.h"

namespace firstbyte::bench {
namespace {

using testing::AllOf;
using testing::Contains;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

// A guest whose CPUID shows `signature`, and which has BMI2.
cpuid::RecordedCpu CpuOf(const std::string& signature) {
  cpuid::RecordedCpu cpu;
  std::array<char, 12> bytes{};
  std::memcpy(bytes.data(), signature.data(), std::min(signature.size(), bytes.size()));
  cpuid::Registers r;
  r.eax = 0x40000000;
  std::memcpy(&r.ebx, bytes.data(), 4);
  std::memcpy(&r.ecx, bytes.data() + 4, 4);
  std::memcpy(&r.edx, bytes.data() + 8, 4);
  cpu.Set(0, 0, {7, 0, 0, 0});
  cpu.Set(1, 0, {0, 0, signature.empty() ? 0 : 1U << 31, 0});
  cpu.Set(7, 0, {0, (1U << 3) | (1U << 8), 0, 0});
  if (!signature.empty()) cpu.Set(0x40000000, 0, r);
  return cpu;
}

Result<cpuid::LibcpuidView> View(bool hypervisor, const std::string& name) {
  cpuid::LibcpuidView view;
  view.version = "0.6.2";
  view.hypervisor = hypervisor;
  view.hypervisor_name = name;
  view.bmi1 = view.bmi2 = true;
  return view;
}

FakeHost GuestFiles(const std::string& flags) {
  FakeHost fake;
  fake.Write("/proc/cpuinfo", "processor : 0\nmodel name : Some CPU\nflags : " + flags + "\n");
  return fake;
}

TEST(Identify, SourcesThatAgreeGiveTheVerdict) {
  cpuid::RecordedCpu cpu = CpuOf("KVMKVMKVM");
  const Identity identity = Identify(FakeHost::KvmGuest().Get(), &cpu, View(true, "KVM"));
  EXPECT_EQ(identity.verdict, "KVM");
  EXPECT_EQ(identity.accel, "hardware");
  EXPECT_EQ(identity.executed, static_cast<std::int64_t>(cpu.asked().size()));
  EXPECT_GE(identity.evidence.size(), 5U);
}

TEST(Identify, NamesThatDifferMakeItUnknownAndAreShown) {
  cpuid::RecordedCpu cpu = CpuOf("bhyve bhyve ");
  const Identity identity = Identify(FakeHost::MicroVm().Get(), &cpu, View(true, ""));
  EXPECT_EQ(identity.verdict, "unknown");
  EXPECT_THAT(identity.disagreements,
              Contains(AllOf(HasSubstr("bhyve (CPUID 0x40000000)"), HasSubstr("KVM (clocksource)"))));
}

TEST(Identify, BareMetalIsNoneAndItsHypervisorLeavesAreNotRead) {
  cpuid::RecordedCpu cpu = CpuOf("");
  const Identity identity = Identify(GuestFiles("fpu bmi2").Get(), &cpu, View(false, ""));
  EXPECT_EQ(identity.verdict, "none");
  EXPECT_THAT(identity.disagreements, IsEmpty());
  for (const auto& [leaf, subleaf] : cpu.asked()) EXPECT_NE(leaf, 0x40000000U);
}

TEST(Identify, AHypervisorThatOneSourceDeniesIsADisagreement) {
  cpuid::RecordedCpu cpu = CpuOf("KVMKVMKVM");
  const Identity identity = Identify(GuestFiles("fpu bmi2").Get(), &cpu, View(true, "KVM"));
  EXPECT_EQ(identity.verdict, "KVM");
  EXPECT_THAT(identity.disagreements, Contains(HasSubstr("denied by /proc/cpuinfo")));
}

TEST(Identify, ASignatureThatNobodyKnowsIsUnknownAndPrintedEscaped) {
  cpuid::RecordedCpu cpu = CpuOf("\x1b[31mEv|l\n");
  const Identity identity = Identify(GuestFiles("fpu hypervisor bmi2").Get(), &cpu, View(true, ""));
  EXPECT_EQ(identity.verdict, "unknown");
  const std::string text = IdentityText(identity);
  EXPECT_THAT(text, HasSubstr("\\x1b[31mEv"));
  EXPECT_THAT(text, Not(HasSubstr("\x1b")));
}

// As in guests whose hypervisor masks everything: nothing is divided by a number of cores or cache ways that is 0.
TEST(Identify, ACpuThatAnswersZeroToEverythingIsNoErrorAndHasNoHypervisorLeavesRead) {
  cpuid::RecordedCpu cpu;
  const Identity identity = Identify(GuestFiles("fpu").Get(), &cpu, InvalidError("libcpuid knows no such CPU"));
  EXPECT_THAT(identity.verdict, Not(IsEmpty()));
  EXPECT_THAT(IdentityText(identity), HasSubstr("libcpuid knows no such CPU"));
  for (const auto& [leaf, subleaf] : cpu.asked()) EXPECT_NE(leaf, 0x40000000U);
}

TEST(Identify, OfSeveralSignaturesTheLastOneIsItsOwn) {
  cpuid::RecordedCpu cpu = CpuOf("Microsoft Hv");
  cpu.Set(0x40000000, 0, {0x40000006, 0x7263694D, 0x666F736F, 0x76482074});
  cpu.Set(0x40000100, 0, {0x40000101, 0x4B4D564B, 0x564B4D56, 0x0000004D});
  const Identity identity = Identify(GuestFiles("fpu hypervisor bmi2").Get(), &cpu, View(true, ""));
  EXPECT_EQ(identity.verdict, "KVM");
  EXPECT_THAT(IdentityText(identity), HasSubstr("imitated"));
}

TEST(Identify, BmiAndNamesThatDifferAreDisagreements) {
  cpuid::RecordedCpu cpu = CpuOf("KVMKVMKVM");
  cpu.Set(0x80000000, 0, {0x80000004, 0, 0, 0});
  cpu.Set(0x80000002, 0, {0x65687443, 0, 0, 0});
  auto view = View(true, "KVM");
  view->bmi2 = false;
  const Identity identity = Identify(GuestFiles("fpu hypervisor").Get(), &cpu, view);
  EXPECT_THAT(identity.disagreements, Contains(HasSubstr("BMI2: CPUID in user mode says yes, /proc/cpuinfo says no")));
  EXPECT_THAT(identity.disagreements, Contains(HasSubstr("BMI2: CPUID in user mode says yes, libcpuid says no")));
  EXPECT_THAT(identity.disagreements, Contains(HasSubstr("CPU name: CPUID in user mode says Cthe")));
}

TEST(Identify, LibcpuidThatFailsIsSaidAndTheRestStands) {
  cpuid::RecordedCpu cpu = CpuOf("KVMKVMKVM");
  const Identity identity =
      Identify(GuestFiles("fpu hypervisor bmi2").Get(), &cpu, InvalidError("libcpuid crashed (signal 8)"));
  EXPECT_EQ(identity.verdict, "KVM");
  EXPECT_THAT(IdentityText(identity), HasSubstr("libcpuid crashed (signal 8)"));
  const auto json = nlohmann::json::parse(IdentityJson(identity));
  EXPECT_TRUE(json.at("libcpuid").is_null());
  EXPECT_EQ(json.at("null_reasons").at("libcpuid"), "libcpuid crashed (signal 8)");
}

TEST(Identify, WithoutTheInstructionOnlyTheOthersSpeak) {
  const Identity identity =
      Identify(GuestFiles("fpu hypervisor").Get(), nullptr, InvalidError("libcpuid gave no answer"));
  EXPECT_EQ(identity.verdict, "unknown");
  EXPECT_TRUE(nlohmann::json::parse(IdentityJson(identity)).at("cpuids_executed").is_null());
  EXPECT_THAT(IdentityText(identity), HasSubstr("This architecture has no CPUID: none was executed."));
}

TEST(Identify, EmulationIsSaid) {
  cpuid::RecordedCpu cpu = CpuOf("TCGTCGTCGTCG");
  const Identity identity = Identify(GuestFiles("fpu hypervisor bmi2").Get(), &cpu, View(true, "QEMU TCG"));
  EXPECT_EQ(identity.verdict, "QEMU TCG");
  EXPECT_EQ(identity.accel, "tcg");
}

TEST(Identify, TextFitsATerminal) {
  cpuid::RecordedCpu cpu = CpuOf("bhyve bhyve ");
  FakeHost fake = FakeHost::KvmGuest();
  fake.Write("/sys/class/dmi/id/product_name", std::string(300, 'x'));
  const Identity identity = Identify(fake.Get(), &cpu, View(true, ""));
  std::istringstream lines(IdentityText(identity));
  for (std::string line; std::getline(lines, line);) EXPECT_LE(line.size(), 80U) << line;
}

// On whatever this runs on: it must come to an end, count itself, and not crash.
TEST(Identify, OfThisMachine) {
  cpuid::HardwareCpu cpu;
  const std::uint64_t before = cpuid::ExecutedCount();
  const Identity identity = Identify(Host::System(), cpuid::kHaveCpuid ? &cpu : nullptr, cpuid::AskLibcpuid());
  EXPECT_THAT(identity.verdict, Not(IsEmpty()));
  if (cpuid::kHaveCpuid) {
    EXPECT_EQ(static_cast<std::uint64_t>(identity.executed.value()), cpuid::ExecutedCount() - before);
  }
  EXPECT_NO_THROW(nlohmann::json::parse(IdentityJson(identity)));
}

}  // namespace
}  // namespace firstbyte::bench
