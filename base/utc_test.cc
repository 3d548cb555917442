// SPDX-License-Identifier: GPL-2.0-or-later
#include "base/utc.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace firstbyte {
namespace {

using ::testing::MatchesRegex;

TEST(Utc, IsIso8601) {
  EXPECT_EQ(UtcText(0), "1970-01-01T00:00:00Z");
  EXPECT_EQ(UtcText(1790000000), "2026-09-21T14:13:20Z");
}

TEST(Utc, NowHasTheirForms) {
  EXPECT_THAT(UtcNow(), MatchesRegex("[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}Z"));
  EXPECT_THAT(UtcCompact(), MatchesRegex("[0-9]{8}T[0-9]{6}Z"));
}

}  // namespace
}  // namespace firstbyte
