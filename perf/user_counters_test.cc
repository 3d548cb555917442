// SPDX-License-Identifier: GPL-2.0-or-later
#include "perf/user_counters.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <memory>

#include "perf/fake_kernel.h"

namespace firstbyte::perf {
namespace {

perf_event_mmap_page PageOf(std::uint32_t index, std::int64_t offset, std::uint16_t width) {
  perf_event_mmap_page page{};
  page.cap_user_rdpmc = 1;
  page.index = index;
  page.offset = offset;
  page.pmc_width = width;
  return page;
}

TEST(ReadUserCounter, AddsWhatTheKernelHasCounted) {
  const perf_event_mmap_page page = PageOf(3, 1000, 48);
  EXPECT_EQ(ReadUserCounter(page, [](std::uint32_t index) { return 40U + index; }), 1042U);
}

// The kernel starts a counter below 0, so that it overflows in time.
TEST(ReadUserCounter, ExtendsTheSign) {
  const std::uint64_t minus_one = (std::uint64_t{1} << 48) - 1;
  const perf_event_mmap_page narrow = PageOf(1, 1000, 48);
  EXPECT_EQ(ReadUserCounter(narrow, [&](std::uint32_t) { return minus_one; }), 999U);
  const perf_event_mmap_page wide = PageOf(1, 1000, 64);
  EXPECT_EQ(ReadUserCounter(wide, [&](std::uint32_t) { return ~std::uint64_t{0}; }), 999U);
}

TEST(ReadUserCounter, IsNothingWhereItIsNotAllowedOrNotOnTheCpu) {
  const auto never = [](std::uint32_t) -> std::uint64_t {
    ADD_FAILURE() << "would fault";
    return 0;
  };
  perf_event_mmap_page forbidden = PageOf(1, 0, 48);
  forbidden.cap_user_rdpmc = 0;
  EXPECT_FALSE(ReadUserCounter(forbidden, never));
  const perf_event_mmap_page elsewhere = PageOf(0, 5, 48);
  EXPECT_FALSE(ReadUserCounter(elsewhere, never));
}

TEST(ReadUserCounter, BeginsAgainWhenTheKernelWroteInBetween) {
  perf_event_mmap_page page = PageOf(1, 1000, 48);
  int reads = 0;
  const auto moved = [&](std::uint32_t) -> std::uint64_t {
    if (++reads > 1) return 7;
    page.lock += 2;
    page.offset = 2000;
    return 1;
  };
  EXPECT_EQ(ReadUserCounter(page, moved), 2007U);
  EXPECT_EQ(reads, 2);
}

class UserCountersTest : public ::testing::Test {
 protected:
  Result<UserCounters> Open() {
    const std::vector<Event> events = {{"a", EventKind::kHardware, 4, 0, 0, 0, ""},
                                       {"b", EventKind::kHardware, 4, 1, 0, 0, ""}};
    const auto group = CounterGroup::Open(kernel_.Get(), events, {}, true);
    kernel_.map = [this](std::size_t) -> void* { return next_ < pages_.size() ? &pages_[next_++] : nullptr; };
    return UserCounters::Open(kernel_.Get(), *group, [](std::uint32_t index) { return index; });
  }
  FakeKernel kernel_;
  std::vector<perf_event_mmap_page> pages_ = {PageOf(1, 100, 48), PageOf(2, 200, 48)};
  std::size_t next_ = 0;
};

TEST_F(UserCountersTest, ReadsEachMember) {
  {
    const auto counters = Open();
    ASSERT_TRUE(counters) << counters.error().message;
    EXPECT_THAT(counters->Read().value(), ::testing::ElementsAre(100, 201));
    pages_[1].index = 0;
    EXPECT_FALSE(counters->Read());
  }
  EXPECT_EQ(kernel_.unmapped(), 2);
}

TEST_F(UserCountersTest, SaysWhyNot) {
  pages_[1].cap_user_rdpmc = 0;
  EXPECT_EQ(Open().error().message, "the kernel does not allow RDPMC (cap_user_rdpmc is 0)");
  pages_[1].cap_user_rdpmc = 1;
  pages_[1].index = 0;
  next_ = 0;
  EXPECT_EQ(Open().error().message, "an event is on no hardware counter");
  pages_.pop_back();
  next_ = 0;
  EXPECT_EQ(Open().error().message, "the kernel gives no page to read counters from");
  EXPECT_EQ(kernel_.unmapped(), 5);
}

}  // namespace
}  // namespace firstbyte::perf
