// SPDX-License-Identifier: GPL-2.0-or-later
// A forecast as markdown that also reads as plain text: per operation and arm one line for each cost of a CPUID, the
// measured one marked. Nanoseconds per operation.
#ifndef FIRSTBYTE_REPORT_WHATIF_MARKDOWN_H_
#define FIRSTBYTE_REPORT_WHATIF_MARKDOWN_H_

#include <string>

#include "report/results.h"
#include "report/whatif.h"

namespace firstbyte::report {

std::string RenderWhatIfMarkdown(const Results& results, const WhatIf& whatif);

// The costs that the results imply, as the end of a sentence: "compress 812.5 ns (809.0..816.2)"; empty if there are
// none.
std::string ImpliedText(const std::vector<ImpliedCost>& costs);

}  // namespace firstbyte::report

#endif  // FIRSTBYTE_REPORT_WHATIF_MARKDOWN_H_
