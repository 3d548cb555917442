// SPDX-License-Identifier: GPL-2.0-or-later
// A profile as markdown that also reads as plain text, 80 columns wide: for each arm its phases, the CPUID sites and
// the most frequent functions; then how the shares of CPUID agree with the phase table, and how all was sampled.
#ifndef FIRSTBYTE_REPORT_PROFILE_MARKDOWN_H_
#define FIRSTBYTE_REPORT_PROFILE_MARKDOWN_H_

#include <string>
#include <vector>

#include "report/profile_agreement.h"
#include "report/profile_results.h"

namespace firstbyte::report {

// Beside the shares of the phase table, or why there is none.
struct AgreementReport {
  std::vector<Agreement> arms;
  std::string source;   // "phases.json"; where the phases come from
  std::string why_not;  // one sentence, if `arms` is empty
};

std::string RenderProfile(const ProfileResults& results, const AgreementReport& agreement);

}  // namespace firstbyte::report

#endif  // FIRSTBYTE_REPORT_PROFILE_MARKDOWN_H_
