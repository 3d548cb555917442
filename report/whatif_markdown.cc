// SPDX-License-Identifier: GPL-2.0-or-later
#include "report/whatif_markdown.h"

#include <fmt/core.h>

#include <cstddef>
#include <vector>

#include "base/wrap.h"
#include "report/cells.h"
#include "report/comparison.h"
#include "report/markdown_table.h"
#include "report/text.h"
#include "report/warnings.h"

namespace firstbyte::report {
namespace {

constexpr std::size_t kColumns = 80;

// Behind the cost that was measured, not predicted.
constexpr char kMeasured[] = " here";

std::string Paragraph(const std::string& text) { return WrapIndented(text, 0, kColumns) + "\n\n"; }

std::string Ends(const std::optional<Interval>& interval) {
  return interval ? FormatNsEnd(interval->low) + ".." + FormatNsEnd(interval->high) : "";
}

std::vector<std::string> ForecastCells(const Forecast& forecast, const std::string& cost) {
  return {cost,
          FormatNs(forecast.time_ns),
          Ends(forecast.time_interval),
          forecast.delta_ns ? FormatNs(*forecast.delta_ns) : "",
          forecast.percent ? FormatPercent(*forecast.percent) : "",
          Ends(forecast.delta_interval)};
}

std::string ArmName(const WhatIfRow& row, const Results& results) {
  Row named;
  named.arm = row.arm;
  named.reference = row.reference;
  return RowName(results, named);
}

void AddRows(const WhatIfRow& row, const Results& results, std::vector<std::vector<std::string>>& cells) {
  cells.push_back({EscapeMarkdown(ArmName(row, results)), fmt::format("N = {}", row.cpuids), "", "", "", ""});
  if (row.cpuids == 0 && row.reference_cpuids == 0) {
    // The same at every cost.
    cells.push_back(ForecastCells(row.forecasts.front(), " any"));
    return;
  }
  for (const Forecast& forecast : row.forecasts) {
    cells.push_back(ForecastCells(forecast, " " + FormatCost(forecast.cost_ns) + (forecast.measured ? kMeasured : "")));
  }
}

std::string Table(const WhatIfGroup& group, const Results& results) {
  std::vector<std::vector<std::string>> cells;
  for (const WhatIfRow& row : group.rows) AddRows(row, results, cells);
  std::string heading = fmt::format("{}, {}", EscapeMarkdown(group.operation), EscapeMarkdown(group.engine));
  if (group.engine != group.reference_engine) {
    heading += ", deltas against " + EscapeMarkdown(group.reference_engine);
  }
  return heading + ":\n\n" +
         LayMarkdownTable({{"CPUID (ns)", Align::kLeft},
                           {"time", Align::kRight},
                           {"95 % interval", Align::kRight},
                           {"delta", Align::kRight},
                           {"%", Align::kRight},
                           {"95 % interval", Align::kRight}},
                          cells) +
         "\n";
}

std::string Model(const Results& results, const WhatIf& whatif) {
  return Paragraph(fmt::format("**{}**, {}", EscapeMarkdown(results.context.platform),
                               EscapeMarkdown(results.context.started))) +
         Paragraph(
             fmt::format("A model, not a measurement: T(c) = T - N x {0} + N x c. T: median of per-round means, {1}; "
                         "N: CPUIDs of a request; {0} ns: what a CPUID cost there, {2}.",
                         FormatCost(whatif.here_ns), EscapeMarkdown(whatif.clock_name), EscapeMarkdown(whatif.source)));
}

std::string Notes(const WhatIf& whatif) {
  std::string text = Paragraph(
      "here: as measured. delta: what an operation saves against the baseline, or the arm behind vs, with its interval "
      "behind it. "
      "Intervals "
      "are those of the measurement, moved; how well the cost there is known is not in them: if it is off by e, a time "
      "is off by N x e.");
  const std::string implied = ImpliedText(whatif.implied);
  if (!implied.empty()) {
    text += Paragraph("For comparison, what the arm cached saves, per CPUID: " + EscapeMarkdown(implied) + ".");
  }
  for (const std::string& sentence : whatif.left_out) {
    text += Paragraph("Arms are left out: " + EscapeMarkdown(sentence));
  }
  for (const Warning& warning : whatif.warnings) {
    text +=
        "- " + WrapIndented((warning.serious ? "WARNING " : "") + EscapeMarkdown(warning.sentence), 2, kColumns) + "\n";
  }
  if (whatif.warnings.empty()) text.pop_back();
  return text;
}

}  // namespace

std::string ImpliedText(const std::vector<ImpliedCost>& costs) {
  std::string text;
  for (const ImpliedCost& cost : costs) {
    if (!cost.ns) continue;
    const bool several_engines = costs.front().engine != costs.back().engine;
    text += fmt::format("{}{} {}{} ns", text.empty() ? "" : ", ", cost.operation,
                        several_engines ? "of " + cost.engine + " " : "", FormatCost(*cost.ns));
    if (cost.interval) {
      text += fmt::format(" ({}..{})", FormatCost(cost.interval->low), FormatCost(cost.interval->high));
    }
  }
  return text;
}

std::string RenderWhatIfMarkdown(const Results& results, const WhatIf& whatif) {
  std::string text = Model(results, whatif);
  for (const WhatIfGroup& group : whatif.groups) text += Table(group, results);
  return text + Notes(whatif);
}

}  // namespace firstbyte::report
