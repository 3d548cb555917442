// SPDX-License-Identifier: GPL-2.0-or-later
// How far the table of a report can be trusted, below it: each difference by both clocks side by side, what so many
// runs would have found, and what the estimates are without the rounds that were disturbed. Numbers are those of
// report/comparison.h and report/evidence.h, of one comparison per clock; nothing is computed here. At most 80 columns
// wide for differences up to 99.9 %.
#ifndef FIRSTBYTE_REPORT_EVIDENCE_MARKDOWN_H_
#define FIRSTBYTE_REPORT_EVIDENCE_MARKDOWN_H_

#include <string>

#include "report/comparison.h"
#include "report/results.h"

namespace firstbyte::report {

// `comparison` by either clock; the other is compared here. Where it was not measured, its reason stands in the place
// of the table.
std::string RenderEvidence(const Results& results, const Comparison& comparison);

}  // namespace firstbyte::report

#endif  // FIRSTBYTE_REPORT_EVIDENCE_MARKDOWN_H_
