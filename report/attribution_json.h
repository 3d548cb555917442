// SPDX-License-Identifier: GPL-2.0-or-later
// The attribution of requests for programs: an array, one object per operation, part of the documents of `phases` and
// `report` and described in docs/phases.md. What was not counted is null.
#ifndef FIRSTBYTE_REPORT_ATTRIBUTION_JSON_H_
#define FIRSTBYTE_REPORT_ATTRIBUTION_JSON_H_

#include <nlohmann/json.hpp>
#include <vector>

#include "report/attribution.h"

namespace firstbyte::report {

nlohmann::ordered_json AttributionJson(const std::vector<Attribution>& attributions);

}  // namespace firstbyte::report

#endif  // FIRSTBYTE_REPORT_ATTRIBUTION_JSON_H_
