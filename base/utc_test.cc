// SPDX-License-Identifier: GPL-2.0-or-later
#include "base/utc.h"

#include <gtest/gtest.h>

#include <regex>

namespace firstbyte {
namespace {

TEST(Utc, IsIso8601) {
  EXPECT_EQ(UtcText(0), "1970-01-01T00:00:00Z");
  EXPECT_EQ(UtcText(1790000000), "2026-09-21T14:13:20Z");
}

TEST(Utc, NowHasTheirForms) {
  EXPECT_TRUE(std::regex_match(UtcNow(), std::regex(R"(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ)")));
  EXPECT_TRUE(std::regex_match(UtcCompact(), std::regex(R"(\d{8}T\d{6}Z)")));
}

}  // namespace
}  // namespace firstbyte
