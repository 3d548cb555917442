// SPDX-License-Identifier: GPL-2.0-or-later
// On buffers as the kernel writes them, and as it should not.
#include "perf/reading.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstring>
#include <string>

namespace firstbyte::perf {
namespace {

using ::testing::ElementsAre;

std::vector<std::uint8_t> Bytes(const std::vector<std::uint64_t>& words) {
  std::vector<std::uint8_t> bytes(words.size() * sizeof(std::uint64_t));
  if (!words.empty()) std::memcpy(bytes.data(), words.data(), bytes.size());
  return bytes;
}

std::string WhyNot(const std::vector<std::uint8_t>& bytes, const std::vector<std::uint64_t>& ids) {
  const auto reading = ParseReading(bytes, ids);
  EXPECT_FALSE(reading);
  return reading ? "" : reading.error().message;
}

const std::vector<std::uint64_t> kIds = {11, 12};

TEST(ParseReading, TakesMembersByTheirIdsNotByTheirPlaces) {
  const auto reading = ParseReading(Bytes({2, 1000, 900, 5, 12, 7, 11}), kIds);
  ASSERT_TRUE(reading) << reading.error().message;
  EXPECT_EQ(reading->enabled_ns, 1000U);
  EXPECT_EQ(reading->running_ns, 900U);
  EXPECT_THAT(reading->values, ElementsAre(7, 5));
  EXPECT_FALSE(reading->lost);
}

TEST(ParseReading, TakesLostSamples) {
  const auto reading = ParseReading(Bytes({2, 10, 10, 5, 12, 1, 7, 11, 0}), kIds, kReadFormatWithLost);
  ASSERT_TRUE(reading) << reading.error().message;
  EXPECT_THAT(reading->values, ElementsAre(7, 5));
  EXPECT_THAT(reading->lost.value(), ElementsAre(0, 1));
}

TEST(ParseReading, HasTheSizeOfEachLayout) {
  EXPECT_EQ(ReadBytes(1), 40U);
  EXPECT_EQ(ReadBytes(2), 56U);
  EXPECT_EQ(ReadBytes(2, kReadFormatWithLost), 72U);
}

// Report R12: end of file.
TEST(ParseReading, NothingIsAPinnedGroupInError) {
  EXPECT_EQ(WhyNot({}, kIds), "the kernel gave the counters up (0 bytes read): somebody else has the CPU's counters");
}

TEST(ParseReading, ShortOnesAreNoReading) {
  const std::vector<std::uint8_t> whole = Bytes({2, 1000, 900, 5, 12, 7, 11});
  for (std::size_t size = 1; size < whole.size(); ++size) {
    const std::vector<std::uint8_t> cut(whole.begin(), whole.begin() + static_cast<std::ptrdiff_t>(size));
    EXPECT_THAT(WhyNot(cut, kIds), ::testing::HasSubstr(size < 24 ? "could be read" : "bytes were read where 56"));
  }
  EXPECT_EQ(WhyNot(Bytes({2, 1000, 900, 5, 12, 7, 11, 1}), kIds), "64 bytes were read where 56 were due");
}

// Counters that each lead a group of their own look like this.
TEST(ParseReading, TheNumberOfMembersMustBeTheirs) {
  EXPECT_EQ(WhyNot(Bytes({1, 10, 10, 7, 11}), kIds), "the group has 1 counters where 2 were opened");
  EXPECT_EQ(WhyNot(Bytes({3, 10, 10, 7, 11, 5, 12, 9, 13}), kIds), "the group has 3 counters where 2 were opened");
  EXPECT_EQ(WhyNot(Bytes({~std::uint64_t{0}, 10, 10, 7, 11}), kIds),
            "the group has 18446744073709551615 counters where 2 were opened");
}

TEST(ParseReading, StrangersAreNoMembers) {
  EXPECT_EQ(WhyNot(Bytes({2, 10, 10, 7, 11, 5, 13}), kIds), "no counter of the group has the number 12");
}

TEST(ReadingSince, IsTheDifferenceScaledByTheTimeBetween) {
  const Reading before{1000, 1000, {50, 70}, {}};
  const Reading after{2000, 1250, {60, 70}, {}};
  EXPECT_EQ(after.Since(before, 0)->value, 40U);
  EXPECT_EQ(after.Since(before, 0)->share, 0.25);
  EXPECT_EQ(after.Since(before, 1)->value, 0U);
}

TEST(ReadingSince, WhatDidNotRunInBetweenWasNotCounted) {
  const Reading before{1000, 1000, {50}, {}};
  EXPECT_EQ((Reading{2000, 1000, {50}, {}}).Since(before, 0).error().message,
            "not counted: enabled for 1000 ns, it never ran");
  EXPECT_EQ((Reading{2000, 2000, {49}, {}}).Since(before, 0).error().message, "the counter went backwards");
  EXPECT_EQ((Reading{999, 2000, {50}, {}}).Since(before, 0).error().message, "the counter's time went backwards");
  EXPECT_EQ((Reading{2000, 999, {50}, {}}).Since(before, 0).error().message, "the counter's time went backwards");
}

}  // namespace
}  // namespace firstbyte::perf
