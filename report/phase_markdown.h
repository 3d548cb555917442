// SPDX-License-Identifier: GPL-2.0-or-later
// `firstbyte phases` for people: markdown of at most 80 columns.
#ifndef FIRSTBYTE_REPORT_PHASE_MARKDOWN_H_
#define FIRSTBYTE_REPORT_PHASE_MARKDOWN_H_

#include <string>

#include "report/phase_results.h"
#include "report/phase_summary.h"

namespace firstbyte::report {

std::string RenderPhases(const PhaseResults& results, const PhaseSummary& summary);

}  // namespace firstbyte::report

#endif  // FIRSTBYTE_REPORT_PHASE_MARKDOWN_H_
