// SPDX-License-Identifier: GPL-2.0-or-later
// The plots of a comparison (report/plot_panels.h) as Vega-Lite specifications that hold their data. Everything is
// computed here already: a browser only draws, and no text from a results file stands where Vega would read an
// expression. Colours are variables of the page's style sheet (--arm-0 to --arm-7, --text, --faint), so that a page
// turns dark or goes to paper without being drawn again.
#ifndef FIRSTBYTE_REPORT_VEGA_PLOTS_H_
#define FIRSTBYTE_REPORT_VEGA_PLOTS_H_

#include <nlohmann/json.hpp>

#include "report/plot_panels.h"

namespace firstbyte::report {

nlohmann::ordered_json RunMediansSpec(const Panel& panel);
nlohmann::ordered_json RoundsSpec(const Panel& panel);
nlohmann::ordered_json HistogramSpec(const Panel& panel);
nlohmann::ordered_json CpuidsSpec(const Panel& panel);

}  // namespace firstbyte::report

#endif  // FIRSTBYTE_REPORT_VEGA_PLOTS_H_
