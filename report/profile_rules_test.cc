// SPDX-License-Identifier: GPL-2.0-or-later
#include "report/profile_rules.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

namespace firstbyte::report {
namespace {

using Stack = std::vector<std::string>;

std::string PhaseOfStack(Stack functions, LeafInstruction instruction = LeafInstruction::kNone) {
  ProfileStack stack;
  stack.functions = std::move(functions);
  stack.instruction = instruction;
  return PhaseOf(stack);
}

TEST(PhaseOf, ChargesEachCpuidToTheProbe) {
  EXPECT_EQ(PhaseOfStack({"compress_request", "ZSTD_initStaticCCtx"}, LeafInstruction::kCpuid), "bmi2_probe");
  EXPECT_EQ(PhaseOfStack({"decompress_request", "ZSTD_initStaticDCtx"}, LeafInstruction::kCpuid), "bmi2_probe");
}

TEST(PhaseOf, TellsClearingFromTheRestOfAnInit) {
  EXPECT_EQ(PhaseOfStack({"compress_request", "InitCstream", "ZSTD_initStaticCCtx"}), "cwksp_layout");
  EXPECT_EQ(PhaseOfStack({"compress_request", "ZSTD_initStaticCCtx"}, LeafInstruction::kRepStos), "cctx_zeroing");
  EXPECT_EQ(PhaseOfStack({"compress_request", "ZSTD_initStaticCCtx", "memset"}), "cctx_zeroing");
}

TEST(PhaseOf, KnowsTheStepsOfAnInit) {
  const Stack init = {"compress_request", "CompressCctx", "CctxInit.part.0"};
  const auto under_init = [&](std::vector<std::string> functions) {
    Stack stack = init;
    stack.insert(stack.end(), functions.begin(), functions.end());
    return PhaseOfStack(stack);
  };
  EXPECT_EQ(under_init({"ZSTD_CCtx_reset"}), "reset");
  EXPECT_EQ(under_init({"ZSTD_CCtx_reset", "ZSTD_CCtxParams_reset.isra.0", "memset"}), "reset");
  EXPECT_EQ(under_init({"ZSTD_CCtxParams_init"}), "reset") << "jumped to from ZSTD_CCtx_reset";
  EXPECT_EQ(under_init({"ZSTD_CCtx_setPledgedSrcSize"}), "pledge");
  EXPECT_EQ(under_init({"ZSTD_CCtx_setParameter"}), "parameter_replay");
  EXPECT_EQ(under_init({"ZSTD_CCtx_setParameter", "ZSTD_CCtxParams_setParameter", "ZSTD_cParam_getBounds"}),
            "parameter_replay");
  EXPECT_EQ(PhaseOfStack(init), "unattributed");
}

TEST(PhaseOf, TakesTheClearingOfTablesOutOfTheBody) {
  const Stack body = {"compress_request", "CompressCctx", "ZSTD_compress2", "ZSTD_resetCCtx_internal"};
  EXPECT_EQ(PhaseOfStack(body), "body");
  EXPECT_EQ(PhaseOfStack(body, LeafInstruction::kRepStos), "table_clear");
  Stack clearing = body;
  clearing.push_back("memset");
  EXPECT_EQ(PhaseOfStack(clearing), "table_clear");
  clearing.insert(clearing.end() - 1, "ZSTD_reset_matchState");
  EXPECT_EQ(PhaseOfStack(clearing), "table_clear");
  EXPECT_EQ(PhaseOfStack({"compress_request", "ZSTD_compress2", "HUF_buildCTable_wksp", "memset"}), "body");
}

TEST(PhaseOf, LeavesTheResetOfASessionInTheBody) {
  EXPECT_EQ(PhaseOfStack({"compress_request", "CompressCctx", "ZSTD_compress2", "ZSTD_CCtx_reset"}), "body");
}

TEST(PhaseOf, KnowsWhatIsJumpedTo) {
  EXPECT_EQ(PhaseOfStack({"decompress_request", "ZSTD_decompress_usingDDict"}), "body");
  EXPECT_EQ(PhaseOfStack({"decompress_request", "ZSTD_decompressMultiFrame", "memcpy"}), "body");
  EXPECT_EQ(PhaseOfStack({"compress_request", "ZSTD_compress2"}), "body");
}

TEST(PhaseOf, KnowsABodyByItsInnermostFunctionAlone) {
  EXPECT_EQ(PhaseOfStack({"HUF_decompress4X1_usingDTable_internal_fast_asm_loop"}), "body");
  EXPECT_EQ(PhaseOfStack({"ZSTD_decompressSequences_bmi2.constprop.0"}), "body");
  EXPECT_EQ(PhaseOfStack({"memset"}), "unattributed") << "whose it is, nobody knows";
}

TEST(PhaseOf, ChargesWhatNoRuleKnowsToNobody) {
  EXPECT_EQ(PhaseOfStack({"decompress_request"}), "unattributed");
  EXPECT_EQ(PhaseOfStack({"decompress_request", "ZSTD_initStaticDCtx"}), "unattributed")
      << "the phase table has no phase for it";
  EXPECT_EQ(PhaseOfStack({"decompress_request", "ZSTD_compress2_of_another"}), "unattributed");
  EXPECT_EQ(PhaseOfStack({}), "unattributed");
}

TEST(PhasesOf, HasEachPhaseOfTheRules) {
  const auto phases = PhasesOf("compress");
  for (const PhaseRule& rule : PhaseRules())
    EXPECT_NE(std::find(phases.begin(), phases.end(), std::string(rule.phase)), phases.end()) << rule.phase;
  EXPECT_EQ(phases.back(), std::string("unattributed"));
}

TEST(PhasesOf, HasOfADecompressionNoneThatItDoesNotHave) {
  EXPECT_THAT(PhasesOf("decompress"), ::testing::ElementsAre(::testing::StrEq("bmi2_probe"), ::testing::StrEq("body"),
                                                             ::testing::StrEq("unattributed")));
}

}  // namespace
}  // namespace firstbyte::report
