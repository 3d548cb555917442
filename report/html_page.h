// SPDX-License-Identifier: GPL-2.0-or-later
// A comparison as one HTML page that stands alone: the mails' table, all arms with intervals and verdicts, warnings,
// plots, conditions, and what the words mean. It loads nothing and runs nothing but its own two scripts, which its
// Content-Security-Policy names by digest; without them, or without the libraries that draw, it shows the plots as
// text. Text from the results file is data throughout. Below 2 MB however much was measured: of what a file may list at
// any length a page says how much more there is, and plots whose data would not fit are text.
#ifndef FIRSTBYTE_REPORT_HTML_PAGE_H_
#define FIRSTBYTE_REPORT_HTML_PAGE_H_

#include <string>

#include "base/error.h"
#include "report/attribution.h"
#include "report/comparison.h"
#include "report/results.h"

namespace firstbyte::report {

// Vega, Vega-Lite and the interpreter of Vega's expressions as one script; or none, and the reason, one sentence.
struct PlotLibraries {
  std::string script;
  std::string why_not;
};

// `attribution` is null where phases were not measured.
Result<std::string> RenderHtmlPage(const Results& results, const Comparison& comparison,
                                   const PhaseAttribution* attribution, const PlotLibraries& libraries);

}  // namespace firstbyte::report

#endif  // FIRSTBYTE_REPORT_HTML_PAGE_H_
