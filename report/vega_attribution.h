// SPDX-License-Identifier: GPL-2.0-or-later
// The stacked bars of an attribution (report/attribution_chart.h) as a Vega-Lite specification that holds its data; as
// report/vega_plots.h has it, nothing is computed by the browser. Colours are --phase-NAME, --text and --dim of the
// page's style sheet.
#ifndef FIRSTBYTE_REPORT_VEGA_ATTRIBUTION_H_
#define FIRSTBYTE_REPORT_VEGA_ATTRIBUTION_H_

#include <nlohmann/json.hpp>

#include "report/attribution_chart.h"

namespace firstbyte::report {

// Parts that take no time, or less, are not drawn.
nlohmann::ordered_json AttributionSpec(const BarChart& chart);

}  // namespace firstbyte::report

#endif  // FIRSTBYTE_REPORT_VEGA_ATTRIBUTION_H_
