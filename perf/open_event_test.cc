// SPDX-License-Identifier: GPL-2.0-or-later
#include "perf/open_event.h"

#include <gtest/gtest.h>

#include <cerrno>
#include <vector>

#include "perf/fake_kernel.h"
#include "perf/reading.h"

namespace firstbyte::perf {
namespace {

const Event kInstructions = {
    "instructions", EventKind::kHardware, PERF_TYPE_HARDWARE, PERF_COUNT_HW_INSTRUCTIONS, 0, 0, ""};

tl::expected<OpenedEvent, int> Open(FakeKernel& kernel, const Event& event, std::uint64_t format = kReadFormat) {
  perf_event_attr attributes = CountingAttributes(event);
  attributes.read_format = format;
  return OpenEvent(kernel.Get(), event, attributes, {}, -1);
}

TEST(OpenEvent, AsksForUserModeOfTheHardwareAndAllOfTheKernelsOwn) {
  FakeKernel kernel;
  const auto hardware = Open(kernel, kInstructions);
  ASSERT_TRUE(hardware);
  EXPECT_TRUE(hardware->attributes.exclude_kernel && hardware->attributes.exclude_hv);
  EXPECT_EQ(ModeSuffix(hardware->attributes), ":u");
  const auto software = Open(kernel, SoftwareEvent(PERF_COUNT_SW_PAGE_FAULTS));
  ASSERT_TRUE(software);
  EXPECT_FALSE(software->attributes.exclude_kernel || software->attributes.exclude_hv);
  EXPECT_EQ(ModeSuffix(software->attributes), "");
}

TEST(OpenEvent, TakesTheSizeThatAnOlderKernelKnows) {
  FakeKernel kernel;
  std::vector<std::uint32_t> sizes;
  kernel.refuse = [&](perf_event_attr& attributes, std::size_t) {
    sizes.push_back(attributes.size);
    if (attributes.size <= PERF_ATTR_SIZE_VER5) return 0;
    attributes.size = PERF_ATTR_SIZE_VER5;
    return -E2BIG;
  };
  const auto opened = Open(kernel, kInstructions);
  ASSERT_TRUE(opened);
  EXPECT_EQ(opened->attributes.size, static_cast<unsigned>(PERF_ATTR_SIZE_VER5));
  EXPECT_EQ(sizes, (std::vector<std::uint32_t>{sizeof(perf_event_attr), PERF_ATTR_SIZE_VER5}));
}

TEST(OpenEvent, DoesNotAskForEverWhereNoSizeWillDo) {
  for (const std::uint32_t known : {0U, 63U, static_cast<unsigned>(sizeof(perf_event_attr)), 4096U}) {
    FakeKernel kernel;
    int asked = 0;
    kernel.refuse = [&](perf_event_attr& attributes, std::size_t) {
      ++asked;
      attributes.size = known;
      return -E2BIG;
    };
    EXPECT_EQ(Open(kernel, kInstructions).error(), E2BIG);
    EXPECT_EQ(asked, 1);
  }
}

TEST(OpenEvent, DoesWithoutLostSamplesBeforeLinux60) {
  FakeKernel kernel;
  kernel.refuse = [](perf_event_attr& attributes, std::size_t) {
    return (attributes.read_format & PERF_FORMAT_LOST) != 0 ? -EINVAL : 0;
  };
  const auto opened = Open(kernel, kInstructions, kReadFormatWithLost);
  ASSERT_TRUE(opened);
  EXPECT_EQ(opened->attributes.read_format, kReadFormat);
  EXPECT_TRUE(opened->attributes.exclude_kernel) << "nothing else was given up";
}

TEST(OpenEvent, StaysInUserModeWhereTheKernelIsNotOursToSee) {
  FakeKernel kernel;
  kernel.refuse = [](perf_event_attr& attributes, std::size_t) { return attributes.exclude_kernel == 0 ? -EACCES : 0; };
  const auto opened = Open(kernel, SoftwareEvent(PERF_COUNT_SW_PAGE_FAULTS));
  ASSERT_TRUE(opened);
  EXPECT_EQ(ModeSuffix(opened->attributes), ":u");
}

TEST(ModeSuffix, TheClocksCountAllWhateverTheyLeaveOut) {
  FakeKernel kernel;
  kernel.refuse = [](perf_event_attr& attributes, std::size_t) { return attributes.exclude_kernel == 0 ? -EACCES : 0; };
  EXPECT_EQ(ModeSuffix(Open(kernel, SoftwareEvent(PERF_COUNT_SW_TASK_CLOCK))->attributes), "");
  EXPECT_EQ(ModeSuffix(Open(kernel, SoftwareEvent(PERF_COUNT_SW_PAGE_FAULTS))->attributes), ":u");
}

// In user mode there are none, and the kernel would count 0 without a word.
TEST(OpenEvent, WhatOnlyHappensInTheKernelIsNotCountedInUserMode) {
  FakeKernel kernel;
  kernel.refuse = [](perf_event_attr& attributes, std::size_t) { return attributes.exclude_kernel == 0 ? -EACCES : 0; };
  EXPECT_EQ(Open(kernel, SoftwareEvent(PERF_COUNT_SW_CONTEXT_SWITCHES)).error(), EACCES);
  EXPECT_EQ(Open(kernel, SoftwareEvent(PERF_COUNT_SW_CPU_MIGRATIONS)).error(), EACCES);
  EXPECT_EQ(Open(kernel, {"kvm:kvm_exit", EventKind::kTracepoint, PERF_TYPE_TRACEPOINT, 103, 0, 0, ""}).error(),
            EACCES);
}

TEST(OpenEvent, CountsTheKernelTooWhereThePmuKnowsNoModes) {
  FakeKernel kernel;
  kernel.refuse = [](perf_event_attr& attributes, std::size_t) {
    return attributes.exclude_kernel != 0 || attributes.exclude_hv != 0 ? -EINVAL : 0;
  };
  const auto opened = Open(kernel, {"msr/tsc/", EventKind::kHardware, 9, 0, 0, 0, ""});
  ASSERT_TRUE(opened);
  EXPECT_EQ(ModeSuffix(opened->attributes), "");
}

TEST(OpenEvent, GivesUpTheHypervisorsModeFirst) {
  FakeKernel kernel;
  kernel.refuse = [](perf_event_attr& attributes, std::size_t) { return attributes.exclude_hv != 0 ? -EINVAL : 0; };
  EXPECT_EQ(ModeSuffix(Open(kernel, kInstructions)->attributes), ":u");
}

// Neither with the kernel nor without.
TEST(OpenEvent, GivesTheFirstReasonIfNothingHelps) {
  FakeKernel kernel;
  int asked = 0;
  kernel.refuse = [&](perf_event_attr& attributes, std::size_t) {
    ++asked;
    return attributes.exclude_kernel != 0 ? -EINVAL : -EACCES;
  };
  EXPECT_EQ(Open(kernel, kInstructions).error(), EINVAL);
  EXPECT_LE(asked, 4);
  for (const int error : {ENOENT, ENXIO, ENODEV, EOPNOTSUPP, EPERM, EMFILE, EINVAL, EACCES}) {
    FakeKernel refusing;
    refusing.refuse = [&](perf_event_attr&, std::size_t) { return -error; };
    EXPECT_EQ(Open(refusing, kInstructions, kReadFormatWithLost).error(), error);
    EXPECT_EQ(refusing.opened(), 0);
  }
}

}  // namespace
}  // namespace firstbyte::perf
