// SPDX-License-Identifier: GPL-2.0-or-later
#include "report/profile_agreement.h"

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
