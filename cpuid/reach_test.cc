// SPDX-License-Identifier: GPL-2.0-or-later
#include "cpuid/reach.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdint>
#include <vector>

namespace firstbyte::cpuid {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

constexpr std::uint64_t kAddress = 0x1000;

// The CPUIDs that are reached from the start, by their distance from it.
std::vector<std::uint64_t> CpuidsOf(const std::vector<std::uint8_t>& code) {
  Reach reach(code, kAddress);
  reach.From(kAddress);
  std::vector<std::uint64_t> found;
  for (const auto& [opcode, cpuid] : reach.cpuids()) found.push_back(cpuid.address - kAddress);
  return found;
}

TEST(Reach, GoesOnFromInstructionToInstruction) {
  EXPECT_THAT(CpuidsOf({0x0f, 0xa2, 0x90, 0x66, 0x0f, 0xa2, 0xc3}), ElementsAre(0U, 3U));
  EXPECT_THAT(CpuidsOf({0xb8, 0x0f, 0xa2, 0x00, 0x00, 0xc3}), IsEmpty()) << "mov eax, 0xa20f";
}

TEST(Reach, DoesNotGoPastWhatEndsTheFlow) {
  EXPECT_THAT(CpuidsOf({0xc3, 0x0f, 0xa2}), IsEmpty()) << "ret";
  EXPECT_THAT(CpuidsOf({0xc2, 0x08, 0x00, 0x0f, 0xa2}), IsEmpty()) << "ret 8";
  EXPECT_THAT(CpuidsOf({0xeb, 0xfe, 0x0f, 0xa2}), IsEmpty()) << "jmp to itself";
  EXPECT_THAT(CpuidsOf({0xff, 0xe0, 0x0f, 0xa2}), IsEmpty()) << "jmp rax";
  EXPECT_THAT(CpuidsOf({0x0f, 0x0b, 0x0f, 0xa2}), IsEmpty()) << "ud2";
  EXPECT_THAT(CpuidsOf({0xf4, 0x0f, 0xa2}), IsEmpty()) << "hlt";
  EXPECT_THAT(CpuidsOf({0x06, 0x0f, 0xa2}), IsEmpty()) << "no instruction";
}

TEST(Reach, FollowsDirectCallsAndJumps) {
  EXPECT_THAT(CpuidsOf({0xeb, 0x02, 0x0f, 0xa2, 0x0f, 0xa2, 0xc3}), ElementsAre(4U)) << "jmp";
  EXPECT_THAT(CpuidsOf({0x74, 0x01, 0xc3, 0x0f, 0xa2, 0xc3}), ElementsAre(3U)) << "je";
  EXPECT_THAT(CpuidsOf({0xe8, 0x03, 0x00, 0x00, 0x00, 0x0f, 0xa2, 0xc3, 0x0f, 0xa2, 0xc3}), ElementsAre(5U, 8U));
  // To the condition at its end first, as loops do.
  EXPECT_THAT(CpuidsOf({0xeb, 0x02, 0x0f, 0xa2, 0x75, 0xfc, 0xc3}), ElementsAre(2U));
  EXPECT_THAT(CpuidsOf({0xe9, 0x00, 0x10, 0x00, 0x00, 0x0f, 0xa2}), IsEmpty()) << "to outside";
}

TEST(Reach, StartsWhereItIsTold) {
  const std::vector<std::uint8_t> code = {0xc3, 0x90, 0x0f, 0xa2, 0xc3};
  Reach reach(code, kAddress);
  reach.From(kAddress);
  EXPECT_TRUE(reach.Covers(kAddress));
  EXPECT_FALSE(reach.Covers(kAddress + 2));
  reach.From(kAddress + 1);
  EXPECT_TRUE(reach.Covers(kAddress + 3));
  EXPECT_EQ(reach.cpuids().count(kAddress + 2), 1U);
  reach.From(kAddress - 1);
  reach.From(kAddress + code.size());
  EXPECT_EQ(reach.cpuids().size(), 1U);
}

}  // namespace
}  // namespace firstbyte::cpuid
