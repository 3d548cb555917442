// SPDX-License-Identifier: GPL-2.0-or-later
// The counters' part of a report: a table of instructions and cycles per operation where any were counted, at most 80
// columns wide; else one line that says why there is none. Never a column of zeros.
#ifndef FIRSTBYTE_REPORT_COUNTS_MARKDOWN_H_
#define FIRSTBYTE_REPORT_COUNTS_MARKDOWN_H_

#include <string>
#include <vector>

#include "report/comparison.h"
#include "report/results.h"

namespace firstbyte::report {

// A table and its legend, or an item of a list.
std::string RenderCounts(const Results& results, const Comparison& comparison);

// The same line out of the check kCountersCheck, for what is measured without counters; empty where nothing is missing.
std::string CountersLine(const std::vector<EnvironmentCheck>& environment);

}  // namespace firstbyte::report

#endif  // FIRSTBYTE_REPORT_COUNTS_MARKDOWN_H_
