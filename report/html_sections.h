// SPDX-License-Identifier: GPL-2.0-or-later
// The parts of an HTML page of results that are no plots: tables, warnings, conditions, and what the words mean. HTML
// without scripts; whatever comes from the file is escaped.
#ifndef FIRSTBYTE_REPORT_HTML_SECTIONS_H_
#define FIRSTBYTE_REPORT_HTML_SECTIONS_H_

#include <string>

#include "report/comparison.h"
#include "report/results.h"

namespace firstbyte::report {

// The mails' table, and the same as text to be pasted into one; a sentence where the patched arm was not measured.
std::string MailSection(const Results& results, const Comparison& comparison);

// All arms with intervals and verdicts, one table per engine.
std::string ArmsSection(const Results& results, const Comparison& comparison);

// Empty where there are none.
std::string WarningsSection(const Results& results, const Comparison& comparison);

std::string EnvironmentSection(const Results& results);

std::string HowToReadSection(const Results& results, const Comparison& comparison);

std::string SourceSection(const Results& results);

}  // namespace firstbyte::report

#endif  // FIRSTBYTE_REPORT_HTML_SECTIONS_H_
