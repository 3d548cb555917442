// SPDX-License-Identifier: GPL-2.0-or-later
#include "cpuid/hypervisor_leaves.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <cstring>

namespace firstbyte::cpuid {
namespace {

Registers WithSignature(std::uint32_t eax, const std::string& text) {
  std::array<char, 12> bytes{};
  std::memcpy(bytes.data(), text.data(), std::min(text.size(), bytes.size()));
  Registers r;
  r.eax = eax;
  std::memcpy(&r.ebx, bytes.data(), 4);
  std::memcpy(&r.ecx, bytes.data() + 4, 4);
  std::memcpy(&r.edx, bytes.data() + 8, 4);
  return r;
}

RecordedCpu Guest() {
  RecordedCpu cpu;
  cpu.Set(0, 0, {0x10, 0, 0, 0});
  cpu.Set(1, 0, {0, 0, 1U << 31, 0});
  cpu.Set(0x80000000, 0, {0x80000008, 0, 0, 0});
  return cpu;
}

TEST(HypervisorLeaves, NamesAKnownSignature) {
  RecordedCpu cpu = Guest();
  cpu.Set(0x40000000, 0, WithSignature(0x40000001, "KVMKVMKVM"));
  const HypervisorLeaves leaves = ReadHypervisorLeaves(cpu);
  EXPECT_TRUE(leaves.bit);
  ASSERT_EQ(leaves.signatures.size(), 1U);
  EXPECT_EQ(leaves.signatures[0].name, "KVM");
  EXPECT_EQ(leaves.signatures[0].raw, "KVMKVMKVM");
  EXPECT_EQ(leaves.executed, static_cast<std::int64_t>(cpu.asked().size()));
}

// bhyve's signature ends in a blank, which a comparison with its table entry of other tools misses.
TEST(HypervisorLeaves, NamesBhyve) {
  RecordedCpu cpu = Guest();
  cpu.Set(0x40000000, 0, WithSignature(0x40000000, "bhyve bhyve "));
  EXPECT_EQ(ReadHypervisorLeaves(cpu).signatures.at(0).name, "bhyve");
}

TEST(HypervisorLeaves, FindsKvmBehindHyperVsLeaves) {
  RecordedCpu cpu = Guest();
  cpu.Set(0x40000000, 0, WithSignature(0x40000006, "Microsoft Hv"));
  cpu.Set(0x40000100, 0, WithSignature(0x40000101, "KVMKVMKVM"));
  const HypervisorLeaves leaves = ReadHypervisorLeaves(cpu);
  ASSERT_EQ(leaves.signatures.size(), 2U);
  EXPECT_EQ(leaves.signatures[0].name, "Hyper-V");
  EXPECT_EQ(leaves.signatures[1].name, "KVM");
  EXPECT_EQ(leaves.signatures[1].base, 0x40000100U);
}

TEST(HypervisorLeaves, KeepsAnUnknownSignatureAsItIs) {
  RecordedCpu cpu = Guest();
  cpu.Set(0x40000000, 0, WithSignature(0x40000000, "\x1b[31mEvil\n|x"));
  const HypervisorLeaves leaves = ReadHypervisorLeaves(cpu);
  ASSERT_EQ(leaves.signatures.size(), 1U);
  EXPECT_EQ(leaves.signatures[0].name, "");
  EXPECT_EQ(leaves.signatures[0].raw, "\x1b[31mEvil\n|x");
}

// Bare metal: the leaves are undefined, and Intel's CPUs answer them with other leaves' data.
TEST(HypervisorLeaves, AreNotReadWithoutTheBit) {
  RecordedCpu cpu = Guest();
  cpu.Set(1, 0, {});
  cpu.Set(0x10, 0, WithSignature(0x40000001, "garbage"));
  cpu.set_intel_beyond_the_highest_leaf(true);
  const HypervisorLeaves leaves = ReadHypervisorLeaves(cpu);
  EXPECT_FALSE(leaves.bit);
  EXPECT_TRUE(leaves.signatures.empty());
  for (const auto& [leaf, subleaf] : cpu.asked()) EXPECT_FALSE(leaf >= 0x40000000 && leaf < 0x50000000) << leaf;
}

// A hypervisor that answers every leaf alike, and one that answers every base with another signature: bounded in both
// cases.
class AnswersEverything : public Cpu {
 public:
  explicit AnswersEverything(bool changing) : changing_(changing) {}
  Registers Read(std::uint32_t leaf, std::uint32_t) override {
    ++asked;
    Registers r = WithSignature(0xFFFFFFFF, "forever");
    if (leaf == 1) r.ecx |= 1U << 31;
    if (changing_ && leaf >= 0x40000000) r.ebx = leaf;
    return r;
  }
  int asked = 0;

 private:
  bool changing_;
};

TEST(HypervisorLeaves, TakeABoundedNumberOfCpuids) {
  AnswersEverything alike(false);
  EXPECT_EQ(ReadHypervisorLeaves(alike).signatures.size(), 1U);
  EXPECT_LT(alike.asked, 20);
  AnswersEverything changing(true);
  EXPECT_EQ(ReadHypervisorLeaves(changing).signatures.size(), static_cast<std::size_t>(kMostBases));
  EXPECT_LE(changing.asked, kMostBases + 5);
}

TEST(HypervisorLeaves, OfATdxGuest) {
  RecordedCpu cpu = Guest();
  cpu.Set(0, 0, {0x21, 0, 0, 0});
  Registers tdx;
  std::memcpy(&tdx.ebx, "Inte", 4);
  std::memcpy(&tdx.edx, "lTDX", 4);
  std::memcpy(&tdx.ecx, "    ", 4);
  cpu.Set(0x21, 0, tdx);
  EXPECT_TRUE(ReadHypervisorLeaves(cpu).tdx_guest);
  EXPECT_FALSE(ReadHypervisorLeaves(cpu).sev_capable);
}

TEST(HypervisorLeaves, OfACpuThatCanSev) {
  RecordedCpu cpu = Guest();
  cpu.Set(0x80000000, 0, {0x80000021, 0, 0, 0});
  cpu.Set(0x8000001F, 0, {0b10, 0, 0, 0});
  EXPECT_TRUE(ReadHypervisorLeaves(cpu).sev_capable);
}

TEST(HypervisorLeaves, OfACpuThatAnswersZero) {
  RecordedCpu cpu;
  const HypervisorLeaves leaves = ReadHypervisorLeaves(cpu);
  EXPECT_FALSE(leaves.bit);
  EXPECT_TRUE(leaves.signatures.empty());
}

}  // namespace
}  // namespace firstbyte::cpuid
