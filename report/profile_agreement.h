// SPDX-License-Identifier: GPL-2.0-or-later
// The share of CPUID in a request by two ways that share nothing: by samples, and by the phase table, where it is what
// so many CPUIDs cost within a request, over the time of the whole request. The two should agree within
// three percentage points; where they do not, one of them is wrong.
#ifndef FIRSTBYTE_REPORT_PROFILE_AGREEMENT_H_
#define FIRSTBYTE_REPORT_PROFILE_AGREEMENT_H_

#include <optional>
#include <vector>

#include "report/phase_table.h"
#include "report/profile_results.h"
#include "report/wilson.h"

namespace firstbyte::report {

inline constexpr double kAgreementPoints = 3;

enum class AgreementVerdict {
  kNone,     // the phases do not have the arm
  kYes,      // the shares are within kAgreementPoints of each other
  kUnclear,  // they are not, but the interval is partly: more samples would tell
  kNo,
};

struct Agreement {
  Arm arm;
  Share samples;
  std::optional<double> phases;
  std::optional<double> points;  // percentage points, samples less phases
  AgreementVerdict verdict = AgreementVerdict::kNone;
};

std::vector<Agreement> CompareWithPhases(const ProfileResults& profile, const PhaseTable& table);

}  // namespace firstbyte::report

#endif  // FIRSTBYTE_REPORT_PROFILE_AGREEMENT_H_
