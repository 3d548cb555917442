// SPDX-License-Identifier: GPL-2.0-or-later
// The attribution of requests (report/attribution.h) for people: tables of nanoseconds and shares per arm and of what
// the patch saves, counts per request, and stacked bars of characters, all in 80 columns.
#ifndef FIRSTBYTE_REPORT_ATTRIBUTION_MARKDOWN_H_
#define FIRSTBYTE_REPORT_ATTRIBUTION_MARKDOWN_H_

#include <string>
#include <vector>

#include "report/attribution.h"

namespace firstbyte::report {

std::string RenderAttribution(const std::vector<Attribution>& attributions);

// The same beside results of another measurement, with a heading and what the two have (not) in common.
std::string RenderAttribution(const PhaseAttribution& attribution);

// One bar per arm, as long as its request takes, within 80 columns. Each phase is shown from where it begins to where
// it ends, so that one shorter than half a column may not be seen at all.
std::string PlainBars(const Attribution& attribution);

// The same, fenced.
std::string RenderBars(const Attribution& attribution);

// "26,011", "33.5", "-1.7": as many digits as a phase's time is worth, in seven characters at most.
std::string FormatPhaseNs(double ns);

// "33.4..33.6".
std::string FormatPhaseRange(const Spread& spread);

}  // namespace firstbyte::report

#endif  // FIRSTBYTE_REPORT_ATTRIBUTION_MARKDOWN_H_
