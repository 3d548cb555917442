// SPDX-License-Identifier: GPL-2.0-or-later
#include "report/profile_rules.h"

#include <algorithm>
#include <array>

namespace firstbyte::report {
namespace {

constexpr char kMemset[] = "memset";

const std::vector<PhaseRule>& Rules() {
  static const std::vector<PhaseRule> rules = {
      {"bmi2_probe", Doing::kCpuid, {}},
      // Below the body, and none of it: what re-initialising forces on the next compression.
      {"table_clear", Doing::kClearing, {"ZSTD_resetCCtx_internal", "ZSTD_reset_matchState"}},
      // Before the rules for set-up: ZSTD_compress2 resets its session, too. A call that is a function's last is a jump
      // that leaves no frame, so that what is jumped to stands here beside it, as in other rules.
      {"body",
       Doing::kAnything,
       {"ZSTD_compress2", "ZSTD_compressStream", "ZSTD_compressStream2", "ZSTD_flushStream", "ZSTD_endStream",
        "ZSTD_decompressDCtx", "ZSTD_decompress_usingDict", "ZSTD_decompress_usingDDict", "ZSTD_decompressMultiFrame",
        "ZSTD_decompressStream"}},
      {"cctx_zeroing", Doing::kClearing, {"ZSTD_initStaticCCtx"}},
      {"cwksp_layout", Doing::kAnything, {"ZSTD_initStaticCCtx"}},
      {"reset",
       Doing::kAnything,
       {"ZSTD_CCtx_reset", "ZSTD_CCtxParams_reset", "ZSTD_CCtxParams_init", "ZSTD_clearAllDicts"}},
      {"pledge", Doing::kAnything, {"ZSTD_CCtx_setPledgedSrcSize"}},
      {"parameter_replay",
       Doing::kAnything,
       {"ZSTD_CCtx_setParameter", "ZSTD_CCtxParams_setParameter", "ZSTD_cParam_getBounds"}},
      // Stacks that could not be followed: the decoder's assembly has no unwind tables. Only a body codes entropy.
      {"body",
       Doing::kAnything,
       {"HUF_*", "_HUF_*", "FSE_*", "HIST_*", "ZSTD_decompressSequences*", "ZSTD_compressBlock_*"}},
  };
  return rules;
}

// A decompression context has no phase of its own but the probe.
struct PhaseUse {
  const char* phase;
  bool decompress;
};
constexpr std::array<PhaseUse, 9> kPhases = {{{"cwksp_layout", false},
                                              {"cctx_zeroing", false},
                                              {"bmi2_probe", true},
                                              {"reset", false},
                                              {"pledge", false},
                                              {"parameter_replay", false},
                                              {"table_clear", false},
                                              {"body", true},
                                              {kUnattributed, true}}};

bool IsNamed(std::string_view function, std::string_view pattern) {
  function = WithoutSuffix(function);
  if (pattern.ends_with('*')) return function.starts_with(pattern.substr(0, pattern.size() - 1));
  return function == pattern;
}

bool Does(const ProfileStack& stack, Doing doing) {
  switch (doing) {
    case Doing::kCpuid:
      return stack.instruction == LeafInstruction::kCpuid;
    case Doing::kClearing:
      return stack.instruction == LeafInstruction::kRepStos ||
             (!stack.functions.empty() && stack.functions.back() == kMemset);
    default:
      return true;
  }
}

bool Fits(const PhaseRule& rule, const ProfileStack& stack) {
  if (!Does(stack, rule.doing)) return false;
  if (rule.functions.empty()) return true;
  return std::any_of(stack.functions.begin(), stack.functions.end(), [&](const std::string& function) {
    return std::any_of(rule.functions.begin(), rule.functions.end(),
                       [&](const char* pattern) { return IsNamed(function, pattern); });
  });
}

}  // namespace

std::span<const PhaseRule> PhaseRules() { return Rules(); }

std::vector<const char*> PhasesOf(const std::string& operation) {
  std::vector<const char*> phases;
  for (const PhaseUse& use : kPhases) {
    if (use.decompress || operation != "decompress") phases.push_back(use.phase);
  }
  return phases;
}

std::string PhaseOf(const ProfileStack& stack) {
  for (const PhaseRule& rule : Rules()) {
    if (Fits(rule, stack)) return rule.phase;
  }
  return kUnattributed;
}

std::string_view WithoutSuffix(std::string_view function) { return function.substr(0, function.find('.')); }

}  // namespace firstbyte::report
