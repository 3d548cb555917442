// SPDX-License-Identifier: GPL-2.0-or-later
// Counts (report/exact_counts.h) as tables, and the judgement of the exact gate (report/exact_judgement.h) for people
// and for CI. For programs: report/gate_json.h.
#ifndef FIRSTBYTE_REPORT_EXACT_RENDER_H_
#define FIRSTBYTE_REPORT_EXACT_RENDER_H_

#include <string>

#include "report/exact_counts.h"
#include "report/exact_judgement.h"

namespace firstbyte::report {

std::string RenderCountsMarkdown(const ExactCounts& counts);

std::string RenderExactMarkdown(const ExactJudgement& judgement);

// JUnit XML with one test suite: a case per difference, or one that says that there is none.
std::string RenderExactJunit(const ExactJudgement& judgement);

// JUnit XML of `gate_junit` with that suite as its last.
std::string WithExactSuite(std::string gate_junit, const ExactJudgement& judgement);

}  // namespace firstbyte::report

#endif  // FIRSTBYTE_REPORT_EXACT_RENDER_H_
