// SPDX-License-Identifier: GPL-2.0-or-later
#include "base/number.h"

#include <gtest/gtest.h>

#include <cstdint>

namespace firstbyte {
namespace {

TEST(ParseNumber, TakesTheWholeTextOrNothing) {
  EXPECT_EQ(ParseNumber<int>("12"), 12);
  EXPECT_EQ(ParseNumber<int>("-12"), -12);
  EXPECT_EQ(ParseNumber<double>("2.5"), 2.5);
  for (const char* const text : {"", " ", "12 ", " 12", "+12", "12x", "0x12", "1.5", "-"})
    EXPECT_EQ(ParseNumber<int>(text), std::nullopt) << text;
}

TEST(ParseNumber, TakesIntegersInAnotherBase) {
  EXPECT_EQ(ParseNumber<std::uint64_t>("3c", 16), 60U);
  for (const char* const text : {"", "0x3c", "3c ", "3g", "10000000000000000"})
    EXPECT_EQ(ParseNumber<std::uint64_t>(text, 16), std::nullopt) << text;
}

TEST(ParseNumber, RefusesWhatDoesNotFit) {
  EXPECT_EQ(ParseNumber<std::int64_t>("9223372036854775808"), std::nullopt);
  EXPECT_EQ(ParseNumber<std::uint64_t>("18446744073709551615"), 18446744073709551615u);
  EXPECT_EQ(ParseNumber<std::uint64_t>("-1"), std::nullopt);
  EXPECT_EQ(ParseNumber<double>("1e999"), std::nullopt);
}

}  // namespace
}  // namespace firstbyte
