// SPDX-License-Identifier: GPL-2.0-or-later
#include "cpuid/made_code.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdint>
#include <initializer_list>
#include <vector>

namespace firstbyte::cpuid {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

constexpr std::uint64_t kAddress = 0x10000;
constexpr std::uint8_t kZero = 0;
constexpr std::uint8_t kTrap = 0xCC;

using Bytes = std::vector<std::uint8_t>;

Bytes operator+(Bytes a, const Bytes& b) {
  a.insert(a.end(), b.begin(), b.end());
  return a;
}

struct Found {
  std::vector<std::uint64_t> cpuids;  // from the start of the memory
  std::vector<std::uint64_t> undecided;
};

Found FoundIn(const Bytes& code, CodeStart start) {
  const MadeCpuids made = FindMadeCpuids(code, kAddress, start);
  Found found;
  for (const ReachedCpuid& cpuid : made.cpuids) found.cpuids.push_back(cpuid.address - kAddress);
  for (const std::uint64_t address : made.undecided) found.undecided.push_back(address - kAddress);
  return found;
}

const Bytes kFunction = {0x0f, 0xa2, 0xc3};

TEST(MadeCode, BeginsWhereItsMemoryDoes) {
  const Found found = FoundIn(kFunction, CodeStart::kHere);
  EXPECT_THAT(found.cpuids, ElementsAre(0U));
  EXPECT_THAT(found.undecided, IsEmpty());
  EXPECT_THAT(FoundIn(kFunction, CodeStart::kUnknown).undecided, ElementsAre(0U));
}

// As the header that an allocator leaves in front of it.
TEST(MadeCode, MayBeginBehindAlignedZerosAtTheStart) {
  EXPECT_THAT(FoundIn(Bytes(16, kZero) + kFunction, CodeStart::kHere).cpuids, ElementsAre(16U));
  EXPECT_THAT(FoundIn(Bytes(8, kZero) + kFunction, CodeStart::kHere).undecided, ElementsAre(8U));
}

TEST(MadeCode, BeginsBehindLongPaddingOnly) {
  const Bytes first = {0xc3, 0x90, 0x90, 0x90, 0x90, 0x90, 0x90, 0x90, 0x90, 0x90, 0x90, 0x90, 0x90, 0x90, 0x90, 0x90};
  for (const std::uint8_t padding : {kZero, kTrap}) {
    EXPECT_THAT(FoundIn(first + Bytes(64, padding) + kFunction, CodeStart::kHere).cpuids, ElementsAre(80U));
    EXPECT_THAT(FoundIn(first + Bytes(64, padding) + kFunction, CodeStart::kUnknown).cpuids, ElementsAre(80U));
    EXPECT_THAT(FoundIn(first + Bytes(48, padding) + kFunction, CodeStart::kHere).undecided, ElementsAre(64U));
    EXPECT_THAT(FoundIn(first + Bytes(72, padding) + kFunction, CodeStart::kHere).undecided, ElementsAre(88U));
  }
}

TEST(MadeCode, InMemoryForDataNothingIsDecided) {
  EXPECT_THAT(FoundIn(kFunction, CodeStart::kNowhere).undecided, ElementsAre(0U));
  EXPECT_THAT(FoundIn(Bytes(64, kZero) + kFunction, CodeStart::kNowhere).undecided, ElementsAre(64U));
}

TEST(MadeCode, WhatLiesInsideAnInstructionIsNone) {
  const Bytes immediate = {0xb8, 0x0f, 0xa2, 0x00, 0x00, 0xc3};
  const Found found = FoundIn(immediate, CodeStart::kHere);
  EXPECT_THAT(found.cpuids, IsEmpty());
  EXPECT_THAT(found.undecided, IsEmpty());
}

}  // namespace
}  // namespace firstbyte::cpuid
