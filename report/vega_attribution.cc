// SPDX-License-Identifier: GPL-2.0-or-later
#include "report/vega_attribution.h"

#include <fmt/core.h>

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "report/cells.h"
#include "report/statistics.h"
#include "report/vega_chart.h"

namespace firstbyte::report {
namespace {

using vega::Chart;
using vega::HeightOf;
using vega::Layer;
using vega::Quantity;
using vega::Rows;
using vega::Said;
using Json = nlohmann::ordered_json;

struct Bars {
  std::vector<std::string> names;
  Json pieces = Json::array();
  Json totals = Json::array();
  double longest = 0;
};

Bars BarsOf(const BarChart& chart) {
  Bars bars;
  for (const BarRow& row : chart.rows) {
    bars.names.push_back(row.arm);
    double at = 0;
    for (const BarPiece& piece : row.pieces) {
      if (piece.ns <= 0) continue;  // of which only the outline would be seen
      bars.pieces.push_back({{"arm", row.arm},
                             {"part", piece.style},
                             {"from", at},
                             {"to", at + piece.ns},
                             {"say", fmt::format("{}, {}", row.arm, piece.title)}});
      at += piece.ns;
    }
    bars.longest = std::max({bars.longest, at, row.total_ns});
    bars.totals.push_back(
        {{"arm", row.arm}, {"to", row.total_ns}, {"say", fmt::format("{}: {} ns", row.arm, FormatNs(row.total_ns))}});
  }
  return bars;
}

// Of the parts that are there, in the order of all.
Json Colours(const Json& pieces) {
  Json parts = Json::array();
  Json colours = Json::array();
  for (const char* const style : AttributionStyles()) {
    const bool drawn = std::any_of(pieces.begin(), pieces.end(), [style](const Json& p) { return p["part"] == style; });
    if (!drawn) continue;
    parts.push_back(style);
    colours.push_back(fmt::format("var(--phase-{})", style));
  }
  return {{"field", "part"},
          {"type", "nominal"},
          {"scale", {{"domain", std::move(parts)}, {"range", std::move(colours)}}},
          {"legend",
           {{"title", nullptr},
            {"orient", "bottom"},
            {"columns", 3},
            {"symbolType", "square"},
            {"symbolStrokeColor", "var(--dim)"},
            {"symbolStrokeWidth", 1}}}};
}

}  // namespace

Json AttributionSpec(const BarChart& chart) {
  const Bars bars = BarsOf(chart);
  const Interval all = {0, bars.longest > 0 ? 1.03 * bars.longest : 1};
  const Json rows = Rows(bars.names);
  // Some colours are pale: each part has an outline.
  return Chart(HeightOf(chart.rows.size()),
               {Layer(bars.pieces, {{"type", "bar"}, {"height", 18}, {"stroke", "var(--dim)"}, {"strokeWidth", 1}},
                      {{"y", rows},
                       {"x", Quantity("from", all, "ns per operation")},
                       {"x2", {{"field", "to"}}},
                       {"color", Colours(bars.pieces)},
                       {"tooltip", Said()}}),
                Layer(bars.totals, {{"type", "tick"}, {"thickness", 2}, {"size", 24}, {"color", "var(--text)"}},
                      {{"y", rows}, {"x", Quantity("to", all, "ns per operation")}, {"tooltip", Said()}})});
}

}  // namespace firstbyte::report
