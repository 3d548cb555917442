// SPDX-License-Identifier: GPL-2.0-or-later
#include "report/whatif_published.h"

#include <fmt/core.h>

#include <algorithm>
#include <cstddef>
#include <utility>

#include "base/wrap.h"
#include "report/cells.h"
#include "report/markdown_table.h"
#include "report/text.h"
#include "report/whatif.h"

namespace firstbyte::report {
namespace {

constexpr std::size_t kColumns = 80;
constexpr char kBaseline[] = "baseline";

struct RowCost {
  std::string row;
  double ns = 0;
};

std::string Paragraph(const std::string& text) { return WrapIndented(text, 0, kColumns) + "\n\n"; }

double CostOf(const PublishedTable& table, const PublishedRow& row) {
  return DeltaNs(row.baseline_ns, row.arm_ns) / static_cast<double>(table.baseline_cpuids - table.arm_cpuids);
}

RowCost Lowest(const PublishedTable& table, const PublishedGroup& group) {
  RowCost lowest{group.rows.front().name, CostOf(table, group.rows.front())};
  for (const PublishedRow& row : group.rows) {
    if (const double ns = CostOf(table, row); ns < lowest.ns) lowest = {row.name, ns};
  }
  return lowest;
}

template <typename T>
const T* Find(const std::vector<T>& all, std::string T::*field, const std::string& value) {
  const auto found = std::find_if(all.begin(), all.end(), [&](const T& one) { return one.*field == value; });
  return found == all.end() ? nullptr : &*found;
}

class Pair {
 public:
  Pair(const PublishedTable& from, const PublishedTable& to) : from_(from), to_(to) {}

  PublishedForecasts Run() {
    PublishedForecasts result{from_.subject, to_.subject, {}};
    for (const PublishedGroup& group : from_.groups) {
      const PublishedGroup* target = Find(to_.groups, &PublishedGroup::label, group.label);
      if (target == nullptr || group.rows.empty()) continue;
      const RowCost lowest = Lowest(from_, group);
      for (const PublishedRow& row : group.rows) {
        const PublishedRow* printed = Find(target->rows, &PublishedRow::name, row.name);
        if (printed != nullptr) AddRow(group.label, row, *printed, lowest, result.forecasts);
      }
    }
    return result;
  }

 private:
  void AddRow(const std::string& group, const PublishedRow& row, const PublishedRow& printed, const RowCost& lowest,
              std::vector<PublishedForecast>& all) const {
    const RowCost own{row.name, CostOf(from_, row)};
    // As many CPUIDs as were measured: nothing is predicted, and the error is what two measurements of one thing differ
    // by.
    all.push_back(Make(group, row, own, kBaseline, to_.baseline_cpuids, printed.baseline_ns));
    all.push_back(Make(group, row, own, to_.arm_heading, to_.arm_cpuids, printed.arm_ns));
    if (lowest.row == row.name) return;
    all.push_back(Make(group, row, lowest, to_.arm_heading, to_.arm_cpuids, printed.arm_ns));
  }

  PublishedForecast Make(const std::string& group, const PublishedRow& row, const RowCost& cost,
                         const std::string& column, std::int64_t cpuids, double printed_ns) const {
    PublishedForecast forecast{group, row.name, column, cpuids, cost.row, cost.ns, 0, printed_ns, 0, 0};
    // Other numbers of CPUIDs instead of another cost: those that are gone cost nothing.
    forecast.predicted_ns = AtCost(row.baseline_ns, static_cast<int>(from_.baseline_cpuids - cpuids), cost.ns, 0);
    // Predicted less printed: what the one saves against the other.
    forecast.error_ns = DeltaNs(forecast.predicted_ns, printed_ns);
    forecast.error_percent = -DeltaPercent(printed_ns, forecast.predicted_ns);
    return forecast;
  }

  const PublishedTable& from_;
  const PublishedTable& to_;
};

std::vector<std::string> Cells(const PublishedForecast& forecast) {
  return {fmt::format(" {}, N = {}", EscapeMarkdown(forecast.row), forecast.cpuids),
          FormatCost(forecast.cost_ns),
          EscapeMarkdown(forecast.cost_row),
          FormatNs(forecast.predicted_ns),
          FormatNs(forecast.printed_ns),
          FormatNs(forecast.error_ns),
          FormatPercent(forecast.error_percent)};
}

std::string RenderPair(const PublishedForecasts& pair) {
  const std::vector<Column> columns = {{"(ns)", Align::kLeft},   {"CPUID", Align::kRight},   {"from", Align::kLeft},
                                       {"model", Align::kRight}, {"printed", Align::kRight}, {"error", Align::kRight},
                                       {"%", Align::kRight}};
  std::vector<std::vector<std::string>> rows;
  std::string group;
  for (const PublishedForecast& forecast : pair.forecasts) {
    if (forecast.group != group) {
      rows.emplace_back(columns.size());
      rows.back()[0] = EscapeMarkdown(forecast.group);
    }
    group = forecast.group;
    rows.push_back(Cells(forecast));
  }
  return Paragraph(fmt::format("From \"{}\" to \"{}\":", EscapeMarkdown(pair.from), EscapeMarkdown(pair.to))) +
         LayMarkdownTable(columns, rows) + "\n";
}

}  // namespace

std::vector<PublishedForecasts> PredictPublished(const std::vector<PublishedTable>& tables) {
  std::vector<PublishedForecasts> pairs;
  for (const PublishedTable& from : tables) {
    for (const PublishedTable& to : tables) {
      if (&from == &to) continue;
      PublishedForecasts forecasts = Pair(from, to).Run();
      if (!forecasts.forecasts.empty()) pairs.push_back(std::move(forecasts));
    }
  }
  return pairs;
}

std::string RenderPublishedForecasts(const std::vector<PublishedForecasts>& pairs) {
  std::string text = Paragraph(
      "A model against what was printed, with the CPUIDs that a patch removes at a cost of 0: T - removed x CPUID.");
  for (const PublishedForecasts& pair : pairs) text += RenderPair(pair);
  return text +
         WrapIndented(
             "N: CPUIDs of a request. CPUID: what one cost, if nothing else is in what the row \"from\" of the first "
             "table "
             "saves; a patch may save other work as well, so the lowest is the tightest. error: model less printed. As "
             "many CPUIDs as the first table's baseline has are no prediction: the error is what two measurements of "
             "one thing differ by.",
             0, kColumns) +
         "\n";
}

}  // namespace firstbyte::report
