// SPDX-License-Identifier: GPL-2.0-or-later
// The plots of a comparison (report/plot_panels.h) drawn with characters, for a terminal or a mail: UTF-8, at most 80
// columns, lines that end in "\n", no markup.
#ifndef FIRSTBYTE_REPORT_TEXT_PLOT_H_
#define FIRSTBYTE_REPORT_TEXT_PLOT_H_

#include <string>
#include <vector>

#include "report/attribution.h"
#include "report/plot_panels.h"

namespace firstbyte::report {

// One row per arm: where its runs' medians and their common one lie, and the interval of its difference.
std::string RunMediansText(const Panel& panel);

// One row per arm: its rounds in the order of measuring, each as high as it was slow.
std::string RoundsText(const Panel& panel);

// One row per arm: how many rounds took how long.
std::string HistogramText(const Panel& panel);

// One row per arm: how many CPUIDs a request executes, or why nobody knows.
std::string CpuidsText(const Panel& panel);

// All of them with headings, and the stacked bars of a request where its phases were measured (`attribution` is null
// elsewhere).
std::string RenderTextPlots(const std::vector<Panel>& panels, const PhaseAttribution* attribution);

}  // namespace firstbyte::report

#endif  // FIRSTBYTE_REPORT_TEXT_PLOT_H_
