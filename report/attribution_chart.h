// SPDX-License-Identifier: GPL-2.0-or-later
// The attribution of requests (report/attribution.h) as charts of stacked bars, for every format that draws them: one
// of the whole request, one, enlarged, of what its set-up costs beside CPUIDs, which the first can hardly show.
// Nanoseconds per operation.
#ifndef FIRSTBYTE_REPORT_ATTRIBUTION_CHART_H_
#define FIRSTBYTE_REPORT_ATTRIBUTION_CHART_H_

#include <span>
#include <string>
#include <vector>

#include "report/attribution.h"

namespace firstbyte::report {

// What the parts of a bar are called, in their order from its beginning, which is that of a legend.
std::span<const char* const> AttributionStyles();

struct BarPiece {
  std::string style;  // one of them
  std::string title;  // "2 x bmi2_probe: 8,000 ns"
  double ns = 0;      // may be negative: what is unattributed
};

struct BarRow {
  std::string arm;
  std::vector<BarPiece> pieces;
  double total_ns = 0;
};

struct BarChart {
  std::string title;  // "compress: the whole request, ns"
  std::vector<BarRow> rows;
};

// Of each operation the whole, and its set-up unless there is nothing to see: of decompression nothing but CPUIDs is
// set up.
std::vector<BarChart> AttributionCharts(const std::vector<Attribution>& attributions);

}  // namespace firstbyte::report

#endif  // FIRSTBYTE_REPORT_ATTRIBUTION_CHART_H_
