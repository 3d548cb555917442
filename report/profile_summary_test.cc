// SPDX-License-Identifier: GPL-2.0-or-later
#include "report/profile_summary.h"

#include <gtest/gtest.h>

#include <numeric>

#include "report/profile_testing.h"

namespace firstbyte::report {
namespace {

ProfileSummary Baseline() { return SummariseProfile(RoundProfile().arms[0]); }

TEST(SummariseProfile, ChargesEachSampleToASiteOrAFunction) {
  const ProfileSummary summary = Baseline();
  EXPECT_EQ(summary.samples, 1000);
  EXPECT_EQ(summary.cpuid.samples, 800);
  EXPECT_EQ(summary.cpuid.value, 0.8);
  ASSERT_EQ(summary.sites.size(), 2u);
  EXPECT_EQ(summary.sites[0].site.symbol, "ZSTD_initStaticDCtx+0x29");
  EXPECT_EQ(summary.sites[0].share.samples, 420);
  ASSERT_EQ(summary.functions.size(), 4u);
  EXPECT_EQ(summary.functions[0].name, "ZSTD_decompressSequences_bmi2.constprop.0");
  EXPECT_EQ(summary.functions[0].share.samples, 185);
  std::int64_t charged = summary.cpuid.samples;
  for (const NamedShare& function : summary.functions) charged += function.share.samples;
  EXPECT_EQ(charged, summary.samples);
}

TEST(SummariseProfile, ChargesEachSampleToAPhase) {
  const ProfileSummary summary = Baseline();
  ASSERT_EQ(summary.phases.size(), 3u) << "those of a decompression";
  EXPECT_EQ(summary.phases[0].name, "bmi2_probe");
  EXPECT_EQ(summary.phases[0].share.samples, 800);
  EXPECT_EQ(summary.phases[1].name, "body");
  EXPECT_EQ(summary.phases[1].share.samples, 195) << "with the assembly that could not be followed";
  EXPECT_EQ(summary.phases[2].name, "unattributed");
  EXPECT_EQ(summary.phases[2].share.samples, 5);
}

TEST(SummariseProfile, SaysWhatAnOperationShouldNotDo) {
  ProfileArm arm = RoundProfile().arms[0];
  arm.stacks[2].functions = {"decompress_request", "ZSTD_CCtx_reset"};
  const ProfileSummary summary = SummariseProfile(arm);
  ASSERT_EQ(summary.phases.size(), 4u);
  EXPECT_EQ(summary.phases[3].name, "reset");
  EXPECT_EQ(summary.phases[3].share.samples, 185);
}

TEST(SummariseProfile, SaysWhatCameOfTheSampling) {
  const ProfileSummary summary = Baseline();
  EXPECT_EQ(summary.not_followed, 10);
  EXPECT_EQ(summary.outside, 2);
  EXPECT_EQ(summary.delivered, 1000.0 / 1010);
  ProfileArm nothing;
  EXPECT_FALSE(SummariseProfile(nothing).delivered) << "nothing was expected";
  EXPECT_EQ(SummariseProfile(nothing).cpuid.high, 1) << "nothing is known";
}

}  // namespace
}  // namespace firstbyte::report
