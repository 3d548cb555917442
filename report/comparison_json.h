// SPDX-License-Identifier: GPL-2.0-or-later
// A comparison as strict JSON, schema `firstbyte-comparison/1` (docs/results.md): for programs, so nothing is rounded.
// A value that does not exist is null, and `null_reasons` of its row says why.
#ifndef FIRSTBYTE_REPORT_COMPARISON_JSON_H_
#define FIRSTBYTE_REPORT_COMPARISON_JSON_H_

#include <string>
#include <vector>

#include "report/attribution.h"
#include "report/comparison.h"
#include "report/results.h"
#include "report/warnings.h"

namespace firstbyte::report {

inline constexpr char kComparisonSchema[] = "firstbyte-comparison/1";

// `attribution` is null, and so in the document, where phases were not measured.
// `more_warnings` come before those of the comparison.
std::string RenderJson(const Results& results, const Comparison& comparison,
                       const PhaseAttribution* attribution = nullptr, const std::vector<Warning>& more_warnings = {});

}  // namespace firstbyte::report

#endif  // FIRSTBYTE_REPORT_COMPARISON_JSON_H_
