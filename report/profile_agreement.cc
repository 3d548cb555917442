// SPDX-License-Identifier: GPL-2.0-or-later
#include "report/profile_agreement.h"

#include <fmt/core.h>

#include <cmath>

#include "report/profile_summary.h"

namespace firstbyte::report {
namespace {

constexpr double kPercent = 100;

AgreementVerdict Judge(const Share& samples, double phases) {
  const double margin = kAgreementPoints / kPercent;
  if (std::abs(samples.value - phases) <= margin) return AgreementVerdict::kYes;
  return samples.low <= phases + margin && samples.high >= phases - margin ? AgreementVerdict::kUnclear
                                                                           : AgreementVerdict::kNo;
}

}  // namespace

Result<void> CheckComparable(const PhaseTable& table, const ProfileResults& profile, std::string_view file) {
  const auto refuse = [&](const char* what, const std::string& theirs, const std::string& ours) {
    return InvalidError(
        fmt::format("{} was measured with another {} ({}) than this profile ({}); measure the phases anew, or leave "
                    "out --phases.",
                    file, what, theirs, ours));
  };
  if (table.engine != profile.engine) return refuse("engine", table.engine, profile.engine);
  if (table.platform != profile.platform) return refuse("platform", table.platform, profile.platform);
  if (table.level != profile.level) return refuse("level", std::to_string(table.level), std::to_string(profile.level));
  if (table.corpus != profile.corpus) return refuse("corpus", table.corpus, profile.corpus);
  return {};
}

std::vector<Agreement> CompareWithPhases(const ProfileResults& profile, const PhaseTable& table) {
  std::vector<Agreement> agreements;
  for (const ProfileArm& arm : profile.arms) {
    Agreement agreement;
    agreement.arm = arm.arm;
    agreement.samples = SummariseProfile(arm).cpuid;
    agreement.phases = CpuidShareByPhases(table, arm.arm);
    if (agreement.phases && !arm.stacks.empty()) {
      agreement.points = kPercent * (agreement.samples.value - *agreement.phases);
      agreement.verdict = Judge(agreement.samples, *agreement.phases);
    }
    agreements.push_back(std::move(agreement));
  }
  return agreements;
}

}  // namespace firstbyte::report
