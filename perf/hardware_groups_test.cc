// SPDX-License-Identifier: GPL-2.0-or-later
#include "perf/hardware_groups.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cerrno>
#include <map>

#include "perf/fake_kernel.h"

namespace firstbyte::perf {
namespace {

using ::testing::HasSubstr;

constexpr std::uint64_t kWork = 2'000'000;

std::vector<Event> Hardware(std::size_t count = 4) {
  // Those that the self-test asks nothing of but to run.
  std::vector<Event> events;
  for (std::size_t i = 0; i < count; ++i)
    events.push_back({"cpu/event=" + std::to_string(i) + "/", EventKind::kHardware, 4, i, 0, 0, ""});
  return events;
}

struct Cpu {
  Cpu() {
    kernel.counts = [](const perf_event_attr&) { return kWork; };
  }
  HardwareGroups Open(const std::vector<Event>& events) {
    return OpenHardware(kernel.Get(), events, {[this] { kernel.Run(); }, kWork, kWork / 2});
  }
  FakeKernel kernel;
};

std::vector<std::size_t> SizesOf(const HardwareGroups& hardware) {
  std::vector<std::size_t> sizes;
  for (const CounterGroup& group : hardware.groups) sizes.push_back(group.names().size());
  return sizes;
}

TEST(OpenHardware, IsOnePinnedGroupWhereAllFit) {
  Cpu cpu;
  const HardwareGroups hardware = cpu.Open(Hardware());
  EXPECT_EQ(SizesOf(hardware), (std::vector<std::size_t>{4}));
  EXPECT_TRUE(hardware.pinned);
  EXPECT_EQ(hardware.note, "");
  for (std::size_t i = 0; i < 4; ++i) {
    EXPECT_EQ(hardware.placed[i].group, 0);
    EXPECT_EQ(hardware.placed[i].member, i);
  }
  EXPECT_EQ(cpu.kernel.open().size(), 4U) << "the self-tests' are closed";
  for (const auto& [fd, counter] : cpu.kernel.open()) EXPECT_FALSE(counter.on && counter.leader == fd);
}

TEST(OpenHardware, LeavesOutWhatDoesNotCount) {
  Cpu cpu;
  cpu.kernel.refuse = [](perf_event_attr& attributes, std::size_t) { return attributes.config == 1 ? -ENOENT : 0; };
  std::vector<Event> events = Hardware(3);
  events.push_back(
      {"instructions", EventKind::kHardware, PERF_TYPE_HARDWARE, PERF_COUNT_HW_BRANCH_INSTRUCTIONS, 0, 0, ""});
  const HardwareGroups hardware = cpu.Open(events);
  EXPECT_EQ(SizesOf(hardware), (std::vector<std::size_t>{2}));
  EXPECT_EQ(hardware.placed[0].group, 0);
  EXPECT_EQ(hardware.placed[1].group, -1);
  EXPECT_EQ(hardware.placed[1].error, ENOENT);
  EXPECT_EQ(hardware.placed[2].member, 1U);
  EXPECT_EQ(hardware.placed[3].group, -1);
  EXPECT_THAT(hardware.placed[3].why, HasSubstr("opened but did not count (2000000 of 1000000)"));
}

TEST(OpenHardware, IsNothingWithoutAPmu) {
  Cpu cpu;
  cpu.kernel.refuse = [](perf_event_attr&, std::size_t) { return -ENOENT; };
  const HardwareGroups hardware = cpu.Open(Hardware());
  EXPECT_TRUE(hardware.groups.empty());
  for (const Placed& placed : hardware.placed) EXPECT_EQ(placed.error, ENOENT);
  EXPECT_EQ(hardware.note, "");
}

// What x86 does when a group can never be on the CPU as a whole.
TEST(OpenHardware, TakesTurnsWhereTheKernelRefusesOneTooMany) {
  Cpu cpu;
  cpu.kernel.refuse = [](perf_event_attr&, std::size_t group) { return group >= 3 ? -EINVAL : 0; };
  const HardwareGroups hardware = cpu.Open(Hardware(7));
  EXPECT_EQ(SizesOf(hardware), (std::vector<std::size_t>{3, 3, 1}));
  EXPECT_FALSE(hardware.pinned);
  EXPECT_THAT(hardware.note, HasSubstr("take turns in 3 groups"));
  for (std::size_t i = 0; i < 7; ++i) {
    EXPECT_EQ(hardware.placed[i].group, static_cast<int>(i / 3));
    EXPECT_EQ(hardware.placed[i].member, i % 3);
  }
  for (const auto& [fd, counter] : cpu.kernel.open())
    EXPECT_EQ(counter.attributes.pinned, 0U) << "pinned ones do not share";
}

// Somebody else's counters, as the NMI watchdog's: the kernel opens the pinned group and gives it up when it should
// run.
TEST(OpenHardware, IsNotPinnedWhereSomebodyElseIs) {
  Cpu cpu;
  cpu.kernel.pinned_error = true;
  const HardwareGroups hardware = cpu.Open(Hardware());
  EXPECT_EQ(SizesOf(hardware), (std::vector<std::size_t>{4}));
  EXPECT_FALSE(hardware.pinned);
  for (const auto& [fd, counter] : cpu.kernel.open()) EXPECT_EQ(counter.attributes.pinned, 0U);
}

// Together they never run, alone they do.
TEST(OpenHardware, TakesTurnsOneByOneWhereAGroupNeverRuns) {
  Cpu cpu;
  const auto run = [&cpu] {
    std::map<int, int> sizes;
    for (const auto& [fd, counter] : cpu.kernel.open()) ++sizes[counter.leader];
    const bool too_many = sizes.size() == 1 && sizes.begin()->second > 1;
    cpu.kernel.share = too_many ? 0 : 1;
    cpu.kernel.Run();
  };
  const HardwareGroups hardware = OpenHardware(cpu.kernel.Get(), Hardware(3), {run, kWork, kWork / 2});
  EXPECT_EQ(SizesOf(hardware).front(), 1U);
  EXPECT_FALSE(hardware.pinned);
  for (const Placed& placed : hardware.placed) EXPECT_GE(placed.group, 0);
}

}  // namespace
}  // namespace firstbyte::perf
