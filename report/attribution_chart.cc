// SPDX-License-Identifier: GPL-2.0-or-later
#include "report/attribution_chart.h"

#include <fmt/core.h>

#include <algorithm>
#include <string_view>
#include <utility>

#include "report/attribution_markdown.h"

namespace firstbyte::report {
namespace {

// A phase, and the style at the same place.
constexpr const char* kPhases[] = {"bmi2_probe",       "cwksp_layout", "cctx_zeroing", "reset",       "pledge",
                                   "parameter_replay", "table_clear",  "_body",        "unattributed"};
constexpr const char* kStyles[] = {"CPUID",       "cwksp_layout", "cctx_zeroing", "reset", "pledge", "parameter_replay",
                                   "table_clear", "body",         "unattributed"};
static_assert(std::size(kPhases) == std::size(kStyles));
constexpr char kRest[] = "unattributed";

// Of either operation.
bool IsOf(std::string_view style_phase, std::string_view phase) {
  return phase == style_phase || (style_phase[0] == '_' && phase.ends_with(style_phase));
}

std::string Times(const AttributedPart& part) {
  return fmt::format("{}{}: {} ns", part.times > 1 ? fmt::format("{} x ", part.times) : "", part.phase,
                     FormatPhaseNs(part.ns));
}

// `wanted` says which parts; in the order of the styles, so that CPUIDs come first in each bar.
template <typename Wanted>
std::vector<BarPiece> PiecesOf(const ArmAttribution& arm, const Wanted& wanted) {
  std::vector<BarPiece> pieces;
  for (std::size_t i = 0; i < std::size(kStyles); ++i) {
    for (const AttributedPart& part : arm.parts) {
      if (IsOf(kPhases[i], part.phase) && wanted(part.phase)) pieces.push_back({kStyles[i], Times(part), part.ns});
    }
  }
  return pieces;
}

BarChart WholeChart(const Attribution& attribution) {
  BarChart chart{attribution.operation + ": the whole request, ns", {}};
  for (const ArmAttribution& arm : attribution.arms) {
    auto pieces = PiecesOf(arm, [](const std::string&) { return true; });
    const double rest = arm.unattributed_ns.value;
    pieces.push_back({kRest, fmt::format("unattributed: {} ns", FormatPhaseNs(rest)), rest});
    chart.rows.push_back({arm.arm, std::move(pieces), arm.whole_ns.value});
  }
  return chart;
}

BarChart SetUpChart(const Attribution& attribution) {
  BarChart chart{attribution.operation + ": set-up beside CPUIDs, enlarged, ns", {}};
  for (const ArmAttribution& arm : attribution.arms) {
    auto pieces =
        PiecesOf(arm, [](const std::string& phase) { return phase != "bmi2_probe" && !phase.ends_with("_body"); });
    double total = 0;
    for (const BarPiece& piece : pieces) total += piece.ns;
    chart.rows.push_back({arm.arm, std::move(pieces), total});
  }
  return chart;
}

bool IsWorthDrawing(const BarChart& chart) {
  return std::any_of(chart.rows.begin(), chart.rows.end(), [](const BarRow& row) { return row.total_ns > 0; });
}

}  // namespace

std::span<const char* const> AttributionStyles() { return kStyles; }

std::vector<BarChart> AttributionCharts(const std::vector<Attribution>& attributions) {
  std::vector<BarChart> charts;
  for (const Attribution& attribution : attributions) {
    charts.push_back(WholeChart(attribution));
    if (BarChart chart = SetUpChart(attribution); IsWorthDrawing(chart)) charts.push_back(std::move(chart));
  }
  return charts;
}

}  // namespace firstbyte::report
