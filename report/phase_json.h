// SPDX-License-Identifier: GPL-2.0-or-later
// `firstbyte phases` for programs: one JSON document, described in docs/phases.md and held to it by a test.
#ifndef FIRSTBYTE_REPORT_PHASE_JSON_H_
#define FIRSTBYTE_REPORT_PHASE_JSON_H_

#include <string>

#include "report/phase_results.h"
#include "report/phase_summary.h"

namespace firstbyte::report {

inline constexpr char kPhasesSchema[] = "firstbyte-phases/1";

std::string PhasesJson(const PhaseResults& results, const PhaseSummary& summary);

}  // namespace firstbyte::report

#endif  // FIRSTBYTE_REPORT_PHASE_JSON_H_
