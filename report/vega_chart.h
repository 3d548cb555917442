// SPDX-License-Identifier: GPL-2.0-or-later
// What the Vega-Lite specifications of report/vega_plots.h are put together from.
#ifndef FIRSTBYTE_REPORT_VEGA_CHART_H_
#define FIRSTBYTE_REPORT_VEGA_CHART_H_

#include <cstddef>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "report/statistics.h"

namespace firstbyte::report::vega {

// Of arms in one picture: each has the same colour on every page; arms of other names than the usual take those that
// none of these has.
std::vector<std::string> ArmColours(const std::vector<std::string>& names);

// One row per arm, from above, and what so many rows are high.
nlohmann::ordered_json Rows(const std::vector<std::string>& names);
int HeightOf(std::size_t rows);

// A number on a scale that is given; what lies outside is drawn at its end.
nlohmann::ordered_json Quantity(const char* field, const Interval& domain, const char* title);

// Marks say what they are, in the field "say", when a pointer rests on them.
nlohmann::ordered_json Said();

nlohmann::ordered_json Layer(nlohmann::ordered_json data, nlohmann::ordered_json mark, nlohmann::ordered_json encoding);

// As wide as its place in the page.
nlohmann::ordered_json Chart(int height, nlohmann::ordered_json layers);

}  // namespace firstbyte::report::vega

#endif  // FIRSTBYTE_REPORT_VEGA_CHART_H_
