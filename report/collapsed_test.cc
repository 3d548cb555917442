// SPDX-License-Identifier: GPL-2.0-or-later
#include "report/collapsed.h"

#include <gtest/gtest.h>

#include "report/profile_testing.h"

namespace firstbyte::report {
namespace {

TEST(FrameName, IsOneFrameOfOneLine) {
  EXPECT_EQ(FrameName("ZSTD_compress2"), "ZSTD_compress2");
  EXPECT_EQ(FrameName("operator new;x\ny\tz"), "operator_new:x_y_z");
  EXPECT_EQ(FrameName("a\x1b[31m"), "a?[31m");
  EXPECT_EQ(FrameName(""), "?");
}

TEST(CollapsedStacks, HasALineForEachStack) {
  EXPECT_EQ(CollapsedStacks(RoundProfile().arms[0]),
            "[outside_requests];firstbyte::bench::ArmRunner::RunBlock 2\n"
            "[stack_not_followed];HUF_decompress4X1_usingDTable_internal_fast_asm_loop 10\n"
            "decompress_request 3\n"
            "decompress_request;ZSTD_decompressMultiFrame;ZSTD_decompressSequences_bmi2.constprop.0 185\n"
            "decompress_request;ZSTD_initStaticDCtx;cpuid 800\n");
}

TEST(CollapsedStacks, HasARepStosAsAFrame) {
  ProfileArm arm;
  arm.stacks = {{{"compress_request", "memset"}, StackEnd::kRequest, LeafInstruction::kRepStos, {}, 7}};
  EXPECT_EQ(CollapsedStacks(arm), "compress_request;memset;rep_stos 7\n");
  EXPECT_EQ(CollapsedStacks(ProfileArm()), "");
}

TEST(CollapsedDifference, HasBothCountsOfEachStack) {
  const ProfileResults results = RoundProfile();
  EXPECT_EQ(CollapsedDifference(results.arms[0], results.arms[1]),
            "[outside_requests];firstbyte::bench::ArmRunner::RunBlock 2 0\n"
            "[stack_not_followed];HUF_decompress4X1_usingDTable_internal_fast_asm_loop 10 0\n"
            "decompress_request 3 0\n"
            "decompress_request;ZSTD_decompressMultiFrame;ZSTD_decompressSequences_bmi2.constprop.0 185 340\n"
            "decompress_request;ZSTD_initStaticDCtx;cpuid 800 660\n");
}

}  // namespace
}  // namespace firstbyte::report
