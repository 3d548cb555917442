// SPDX-License-Identifier: GPL-2.0-or-later
// A comparison as a page of markdown that reads as well in a terminal: first the conditions (platform, CPU, kernel,
// pinning, engines, every warning of the environment), then one table per engine with all arms, then what its columns
// mean, the same differences by both clocks with what they could have found (report/evidence_markdown.h), and what must
// be known before believing them. At most 80 columns wide for times up to 99,999 ns. Text from the
// file is escaped: nothing in it is markup or acts on a terminal.
#ifndef FIRSTBYTE_REPORT_MARKDOWN_H_
#define FIRSTBYTE_REPORT_MARKDOWN_H_

#include <string>

#include "report/comparison.h"
#include "report/results.h"

namespace firstbyte::report {

std::string RenderMarkdown(const Results& results, const Comparison& comparison);

// The tables of the groups alone.
std::string RenderTables(const Results& results, const Comparison& comparison);

// What must be known before believing them, as a list; empty if there is nothing.
std::string RenderWarnings(const Results& results, const Comparison& comparison);

}  // namespace firstbyte::report

#endif  // FIRSTBYTE_REPORT_MARKDOWN_H_
