// SPDX-License-Identifier: GPL-2.0-or-later
#include "cpuid/description.h"

#include <gtest/gtest.h>

#include <cstring>

namespace firstbyte::cpuid {
namespace {

Registers Text(const char* sixteen) {
  Registers r;
  std::memcpy(&r.eax, sixteen, 4);
  std::memcpy(&r.ebx, sixteen + 4, 4);
  std::memcpy(&r.ecx, sixteen + 8, 4);
  std::memcpy(&r.edx, sixteen + 12, 4);
  return r;
}

Registers Vendor(std::uint32_t highest, const char* text) {
  Registers r;
  r.eax = highest;
  std::memcpy(&r.ebx, text, 4);
  std::memcpy(&r.edx, text + 4, 4);
  std::memcpy(&r.ecx, text + 8, 4);
  return r;
}

TEST(Description, OfACpuWithEverything) {
  RecordedCpu cpu;
  cpu.Set(0, 0, Vendor(7, "GenuineIntel"));
  cpu.Set(7, 0, {0, (1U << 3) | (1U << 8), 0, 0});
  cpu.Set(0x80000000, 0, {0x80000008, 0, 0, 0});
  cpu.Set(0x80000002, 0, Text("      Intel(R) X"));
  cpu.Set(0x80000003, 0, Text("eon(R) CPU @ 2.0"));
  cpu.Set(0x80000004, 0, Text("0GHz\0\0\0\0\0\0\0\0\0\0\0\0"));
  const Description description = ReadDescription(cpu);
  EXPECT_EQ(description.vendor, "GenuineIntel");
  EXPECT_EQ(description.brand, "Intel(R) Xeon(R) CPU @ 2.00GHz");
  EXPECT_TRUE(description.bmi1);
  EXPECT_TRUE(description.bmi2);
  EXPECT_EQ(description.executed, 6);
  EXPECT_EQ(cpu.asked().size(), 6U);
}

// Beyond the highest leaf an Intel CPU repeats that leaf, in which bit 8 of EBX may well be set.
TEST(Description, OfACpuWithoutLeafSevenHasNoBmi) {
  RecordedCpu cpu;
  cpu.set_intel_beyond_the_highest_leaf(true);
  cpu.Set(0, 0, Vendor(2, "GenuineIntel"));
  cpu.Set(2, 0, {0xFFFFFFFF, 0xFFFFFFFF, 0, 0});
  const Description description = ReadDescription(cpu);
  EXPECT_FALSE(description.bmi1);
  EXPECT_FALSE(description.bmi2);
  for (const auto& [leaf, subleaf] : cpu.asked()) EXPECT_NE(leaf, 7U);
}

TEST(Description, OfACpuThatAnswersZeroIsEmpty) {
  RecordedCpu cpu;
  const Description description = ReadDescription(cpu);
  EXPECT_EQ(description.brand, "");
  EXPECT_FALSE(description.bmi2);
}

}  // namespace
}  // namespace firstbyte::cpuid
