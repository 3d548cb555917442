// SPDX-License-Identifier: GPL-2.0-or-later
#include "cpuid/cpu.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

namespace firstbyte::cpuid {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

constexpr char kAmdGuest[] =
    "# an AMD guest\n"
    "0 0: 10 68747541 444d4163 69746e65\n"
    "1 0: b10f11 1020800 fffa3203 178bfbff\n"
    "80000000 0: 80000028 68747541 444d4163 69746e65\n";

std::string Names(const std::vector<Leaf>& leaves) {
  std::string names;
  for (const Leaf& leaf : leaves) names += LeafName(leaf.leaf, leaf.subleaf) + " ";
  return names;
}

TEST(RecordedCpu, AnswersWhatWasRecorded) {
  auto cpu = RecordedCpu::Parse(kAmdGuest, "dump");
  ASSERT_TRUE(cpu);
  EXPECT_EQ(VendorOf(cpu->Cpu::Read(0)), "AuthenticAMD");
  EXPECT_TRUE(HasHypervisorBit(cpu->Cpu::Read(1)));
  EXPECT_EQ(cpu->Read(0x12345, 6), Registers{});
  EXPECT_THAT(cpu->asked(), ElementsAre(std::pair(0U, 0U), std::pair(1U, 0U), std::pair(0x12345U, 6U)));
}

TEST(RecordedCpu, BeyondTheHighestLeafIntelAnswersTheHighest) {
  RecordedCpu cpu;
  cpu.Set(0, 0, {2, 0, 0, 0});
  cpu.Set(2, 0, {0x76036301, 0xf0b5ff, 0, 0xc30000});
  EXPECT_EQ(cpu.Read(0x40000000, 0), Registers{});
  cpu.set_intel_beyond_the_highest_leaf(true);
  EXPECT_EQ(cpu.Read(0x40000000, 0).eax, 0x76036301U);
  EXPECT_EQ(cpu.Read(1, 0), Registers{}) << "a leaf below the highest that was not recorded";
}

TEST(RecordedCpu, RefusesOtherLines) {
  for (const char* text : {"0", "0 0", "0 0: 1 2 3", "x 0: 1 2 3 4", "0 0 1 2 3 4", "0 0: 1 2 3 100000000"}) {
    const auto cpu = RecordedCpu::Parse(text, "dump");
    ASSERT_FALSE(cpu) << text;
    EXPECT_THAT(cpu.error().message, HasSubstr("dump, line 1"));
  }
}

TEST(LeavesToMeasure, OfAnAmdGuest) {
  auto cpu = RecordedCpu::Parse(kAmdGuest, "dump").value();
  EXPECT_EQ(Names(LeavesToMeasure(cpu)), "0x0.0 0x1.0 0x7.0 0xd.0 0xd.1 0x40000000.0 0x80000000.0 0x8000001e.0 ");
  EXPECT_LE(cpu.asked().size(), 5U);
}

TEST(LeavesToMeasure, OfBareMetalHaveNoHypervisorLeaf) {
  auto cpu = RecordedCpu::Parse(kAmdGuest, "dump").value();
  cpu.Set(1, 0, {0xb10f11, 0, 0x7ffa3203, 0});
  EXPECT_THAT(Names(LeavesToMeasure(cpu)), ::testing::Not(HasSubstr("0x40000000")));
}

// A CPU that knows next to nothing, and one that answers zero to everything: no leaf that it does not have.
TEST(LeavesToMeasure, NeverNamesALeafThatTheCpuDoesNotHave) {
  RecordedCpu old;
  old.Set(0, 0, {1, 0x756e6547, 0x6c65746e, 0x49656e69});
  EXPECT_EQ(Names(LeavesToMeasure(old)), "0x0.0 0x1.0 ");
  RecordedCpu nothing;
  EXPECT_EQ(Names(LeavesToMeasure(nothing)), "0x0.0 ");
}

TEST(Execute, CountsEachExecution) {
  const std::uint64_t before = ExecutedCount();
  HardwareCpu cpu;
  const Registers leaf0 = cpu.Cpu::Read(0);
  ExecuteTimed(0, 0);
  ExecuteBatchTimed(0, 0, 3);
  TimeNothing();
  EXPECT_EQ(ExecutedCount() - before, 5U);
  EXPECT_EQ(leaf0.eax >= 1, kHaveCpuid);
}

}  // namespace
}  // namespace firstbyte::cpuid
