// SPDX-License-Identifier: GPL-2.0-or-later
#include "perf/scaling.h"

#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <limits>
#include <string>

namespace firstbyte::perf {
namespace {

constexpr std::uint64_t kMost = std::numeric_limits<std::uint64_t>::max();

std::string WhyNot(std::uint64_t value, std::uint64_t enabled, std::uint64_t running) {
  const auto scaled = Scale(value, enabled, running);
  EXPECT_FALSE(scaled);
  return scaled ? "" : scaled.error().message;
}

TEST(Scale, LeavesWhatRanAllTheTime) {
  EXPECT_EQ(Scale(395, 1000, 1000)->value, 395U);
  EXPECT_EQ(Scale(395, 1000, 1000)->share, 1.0);
  EXPECT_EQ(Scale(0, 5, 5)->value, 0U) << "counted, and there was none";
  EXPECT_EQ(Scale(kMost, kMost, kMost)->value, kMost);
}

// Report R12: running < enabled.
TEST(Scale, MakesUpForTheTimeThatWasNotSeen) {
  EXPECT_EQ(Scale(100, 1000, 250)->value, 400U);
  EXPECT_EQ(Scale(100, 1000, 250)->share, 0.25);
  EXPECT_EQ(Scale(10, 7, 3)->value, 23U) << "rounded down";
}

// Report R12: 3e9 events in 10 s of 40 s: the product is 1.2e20, and 2^64 is 1.8e19.
TEST(Scale, HoldsProductsBeyond64Bits) {
  EXPECT_EQ(Scale(3'000'000'000, 40'000'000'000, 10'000'000'000)->value, 12'000'000'000U);
  EXPECT_EQ(Scale(kMost / 4, kMost, kMost / 4)->value, kMost);
}

// Reports R9 and R12: running == 0.
TEST(Scale, SaysWhatWasNotCounted) {
  EXPECT_EQ(WhyNot(0, 1000, 0), "not counted: enabled for 1000 ns, it never ran");
  EXPECT_EQ(WhyNot(12, 1000, 0), "not counted: enabled for 1000 ns, it never ran");
  EXPECT_EQ(WhyNot(0, 0, 0), "the counter was not enabled");
  EXPECT_EQ(WhyNot(1, 10, 11), "the kernel says that it ran for 11 ns of 10");
  EXPECT_EQ(WhyNot(kMost, 2, 1), "it counted 18446744073709551615, but in 1 of 2 ns");
}

TEST(Scale, NeverEstimatesLessThanWasSeen) {
  EXPECT_TRUE(rc::check([](std::uint64_t value, std::uint64_t enabled) {
    RC_PRE(enabled > 0U);
    const auto running = *rc::gen::inRange<std::uint64_t>(1, enabled == kMost ? kMost : enabled + 1);
    const auto scaled = Scale(value, enabled, running);
    if (!scaled) return;  // beyond 64 bits
    RC_ASSERT(scaled->value >= value);
    RC_ASSERT(scaled->share > 0 && scaled->share <= 1);
  }));
}

}  // namespace
}  // namespace firstbyte::perf
