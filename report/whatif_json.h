// SPDX-License-Identifier: GPL-2.0-or-later
// Forecasts as strict JSON, for programs: nothing is rounded, and what does not exist is null, with `null_reasons` of
// its row saying why. The schemas are in docs/whatif.md.
#ifndef FIRSTBYTE_REPORT_WHATIF_JSON_H_
#define FIRSTBYTE_REPORT_WHATIF_JSON_H_

#include <string>
#include <vector>

#include "report/results.h"
#include "report/whatif.h"
#include "report/whatif_published.h"

namespace firstbyte::report {

inline constexpr char kWhatIfSchema[] = "firstbyte-whatif/1";
inline constexpr char kWhatIfPublishedSchema[] = "firstbyte-whatif-published/1";

std::string RenderWhatIfJson(const Results& results, const WhatIf& whatif);

std::string RenderPublishedForecastsJson(const std::vector<PublishedForecasts>& pairs);

}  // namespace firstbyte::report

#endif  // FIRSTBYTE_REPORT_WHATIF_JSON_H_
