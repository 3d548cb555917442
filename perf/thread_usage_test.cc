// SPDX-License-Identifier: GPL-2.0-or-later
#include "perf/thread_usage.h"

#include <gtest/gtest.h>
#include <sched.h>

namespace firstbyte::perf {
namespace {

TEST(UsageOf, StandsInForWhatTheKernelCountsItself) {
  const ThreadUsage usage = {.cpu_ns = 1, .minor_faults = 20, .major_faults = 300, .context_switches = 4000};
  EXPECT_EQ(UsageOf(usage, SoftwareEvent(PERF_COUNT_SW_TASK_CLOCK)), 1U);
  EXPECT_EQ(UsageOf(usage, SoftwareEvent(PERF_COUNT_SW_CPU_CLOCK)), 1U);
  EXPECT_EQ(UsageOf(usage, SoftwareEvent(PERF_COUNT_SW_PAGE_FAULTS)), 320U);
  EXPECT_EQ(UsageOf(usage, SoftwareEvent(PERF_COUNT_SW_PAGE_FAULTS_MIN)), 20U);
  EXPECT_EQ(UsageOf(usage, SoftwareEvent(PERF_COUNT_SW_PAGE_FAULTS_MAJ)), 300U);
  EXPECT_EQ(UsageOf(usage, SoftwareEvent(PERF_COUNT_SW_CONTEXT_SWITCHES)), 4000U);
  EXPECT_FALSE(UsageOf(usage, SoftwareEvent(PERF_COUNT_SW_CPU_MIGRATIONS)));
  EXPECT_FALSE(UsageOf(usage, {"cycles", EventKind::kHardware, PERF_TYPE_HARDWARE, 0, 0, 0, ""}));
}

TEST(UsageOfThisThread, GoesOnlyForwards) {
  const auto before = UsageOfThisThread();
  sched_yield();
  const auto after = UsageOfThisThread();
  ASSERT_TRUE(before && after);
  EXPECT_GE(after->cpu_ns, before->cpu_ns);
  EXPECT_GE(after->minor_faults, before->minor_faults);
  EXPECT_GE(after->context_switches, before->context_switches);
}

}  // namespace
}  // namespace firstbyte::perf
