// SPDX-License-Identifier: GPL-2.0-or-later
#include "perf/group.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cerrno>
#include <optional>

#include "perf/fake_kernel.h"

namespace firstbyte::perf {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

std::vector<Event> Hardware() {
  std::vector<Event> events;
  for (const auto& [name, config] : {std::pair{"cycles", 0U}, {"instructions", 1U}, {"branches", 4U}})
    events.push_back({name, EventKind::kHardware, PERF_TYPE_HARDWARE, config, 0, 0, ""});
  return events;
}

tl::expected<CounterGroup, GroupRefusal> Open(FakeKernel& kernel, bool pinned = true) {
  return CounterGroup::Open(kernel.Get(), Hardware(), {}, pinned);
}

TEST(CounterGroup, HasOneLeaderThatAloneIsDisabledAndPinned) {
  FakeKernel kernel;
  const auto group = Open(kernel);
  ASSERT_TRUE(group) << group.error().why;
  ASSERT_EQ(kernel.open().size(), 3U);
  const int leader = group->descriptors().front();
  for (const auto& [fd, counter] : kernel.open()) {
    EXPECT_EQ(counter.leader, leader);
    EXPECT_EQ(counter.attributes.disabled, fd == leader ? 1U : 0U);
    EXPECT_EQ(counter.attributes.pinned, fd == leader ? 1U : 0U);
    EXPECT_EQ(counter.attributes.inherit, 0U);
    EXPECT_EQ(counter.attributes.read_format, kReadFormat);
  }
  EXPECT_THAT(group->names(), ElementsAre("cycles:u", "instructions:u", "branches:u"));
}

TEST(CounterGroup, CountsWhileItIsEnabled) {
  FakeKernel kernel;
  kernel.counts = [](const perf_event_attr& attributes) { return 100 * (attributes.config + 1); };
  const auto group = Open(kernel);
  ASSERT_TRUE(group);
  kernel.Run(50);
  ASSERT_TRUE(group->Enable());
  kernel.Run(50);
  kernel.Run(50);
  ASSERT_TRUE(group->Disable());
  kernel.Run(50);
  const auto reading = group->Read();
  ASSERT_TRUE(reading) << reading.error().message;
  EXPECT_THAT(reading->values, ElementsAre(200, 400, 1000));
  EXPECT_EQ(reading->enabled_ns, 100U);
  ASSERT_TRUE(group->Reset());
  EXPECT_THAT(group->Read()->values, ElementsAre(0, 0, 0));
}

// Report R19, seen in the wild: each event its own group, because the leader's descriptor was overwritten in the loop.
TEST(CounterGroup, RefusesAGroupThatIsNone) {
  FakeKernel kernel;
  kernel.groups = false;
  const auto group = Open(kernel);
  ASSERT_FALSE(group);
  EXPECT_EQ(group.error().why, "the group has 1 counters where 3 were opened");
  EXPECT_TRUE(kernel.open().empty());
}

TEST(CounterGroup, NamesTheMemberThatIsRefusedAndClosesTheOthers) {
  FakeKernel kernel;
  kernel.refuse = [](perf_event_attr& attributes, std::size_t) { return attributes.config == 4 ? -ENOENT : 0; };
  const auto group = Open(kernel);
  ASSERT_FALSE(group);
  EXPECT_EQ(group.error().member, 2U);
  EXPECT_EQ(group.error().error, ENOENT);
  EXPECT_EQ(kernel.opened(), 2);
  EXPECT_TRUE(kernel.open().empty());
}

TEST(CounterGroup, NeedsTheNumbersOfItsMembers) {
  FakeKernel kernel;
  kernel.control_error = ENOTTY;
  const auto group = Open(kernel);
  ASSERT_FALSE(group);
  EXPECT_EQ(group.error().error, ENOTTY);
  EXPECT_TRUE(kernel.open().empty());
}

// Reports R9 and R12: the frozen pinned group of two libraries that measured 0.
TEST(CounterGroup, APinnedGroupThatDoesNotFitIsAReasonNotZero) {
  FakeKernel kernel;
  const auto group = Open(kernel);
  ASSERT_TRUE(group);
  kernel.pinned_error = true;
  EXPECT_TRUE(group->Read()) << "while it is disabled nothing is wrong";
  ASSERT_TRUE(group->Enable());
  kernel.Run();
  EXPECT_THAT(group->Read().error().message, HasSubstr("gave the counters up (0 bytes read)"));
}

// Report R12: ENOSPC.
TEST(CounterGroup, ReadsAgainWithMoreRoom) {
  FakeKernel kernel;
  const auto group = Open(kernel);
  ASSERT_TRUE(group);
  kernel.reads_short = 3;
  EXPECT_TRUE(group->Read());
  kernel.reads_short = 1000;
  EXPECT_EQ(group->Read().error().message, "the counters cannot be read (ENOSPC)");
}

TEST(CounterGroup, AReadingThatFailsHasItsErrno) {
  FakeKernel kernel;
  const auto group = Open(kernel);
  ASSERT_TRUE(group);
  kernel.read_error = EBADF;
  EXPECT_EQ(group->Read().error().message, "the counters cannot be read (EBADF)");
  kernel.control_error = ENOTTY;
  EXPECT_EQ(group->Enable().error().message, "PERF_EVENT_IOC_ENABLE failed (ENOTTY)");
}

TEST(CounterGroup, ClosesWhatItOpenedOnce) {
  FakeKernel kernel;
  {
    auto group = Open(kernel, false);
    ASSERT_TRUE(group);
    const CounterGroup moved = *std::move(group);
    EXPECT_EQ(moved.descriptors().size(), 3U);
    EXPECT_EQ(kernel.open().size(), 3U);
  }
  EXPECT_TRUE(kernel.open().empty());
}

}  // namespace
}  // namespace firstbyte::perf
