// SPDX-License-Identifier: GPL-2.0-or-later
#include "bench/extension.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <climits>

#include "report/testing.h"

namespace firstbyte::bench {
namespace {

using ::testing::HasSubstr;

TEST(Extension, DoublesTheRunsWhereNothingElseIsSaid) {
  const report::Results finished = report::MakeResults(report::FixtureOptions());
  const int runs = finished.protocol.runs;
  const auto twice = ExtendTo(finished, std::nullopt);
  ASSERT_TRUE(twice) << twice.error().message;
  EXPECT_EQ(twice->protocol.runs, 2 * runs);
  EXPECT_EQ(twice->protocol.extended_from_runs, runs);
  EXPECT_EQ(twice->runs.size(), finished.runs.size()) << "what was measured stays";
  EXPECT_EQ(ExtendTo(*twice, 5 * runs)->protocol.extended_from_runs, 2 * runs);
}

TEST(Extension, RefusesWhatIsNoExtension) {
  const report::Results finished = report::MakeResults(report::FixtureOptions());
  for (const int runs : {finished.protocol.runs, 1, 0, -3}) {
    const auto refused = ExtendTo(finished, runs);
    ASSERT_FALSE(refused) << runs;
    EXPECT_EQ(refused.error().code, ExitCode::kUsage);
    EXPECT_THAT(refused.error().message, HasSubstr("name more with --runs"));
  }
  const auto endless = ExtendTo(finished, INT_MAX);
  ASSERT_FALSE(endless);
  EXPECT_THAT(endless.error().message, HasSubstr("protocol.runs"));
}

}  // namespace
}  // namespace firstbyte::bench
