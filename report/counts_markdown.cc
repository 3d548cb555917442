// SPDX-License-Identifier: GPL-2.0-or-later
#include "report/counts_markdown.h"

#include <fmt/core.h>

#include <algorithm>
#include <optional>
#include <set>

#include "base/wrap.h"
#include "report/cells.h"
#include "report/counts.h"
#include "report/list_item.h"
#include "report/markdown_table.h"
#include "report/text.h"

namespace firstbyte::report {
namespace {

// Beyond, digits are of no use and the table would be too wide.
constexpr double kMostCount = 99'999'999;

std::string Count(const std::optional<double>& count) {
  if (!count) return "";
  return *count <= kMostCount ? FormatNs(*count) : fmt::format("{:.2e}", *count);
}

std::string Saved(const std::optional<double>& reference, const std::optional<double>& arm) {
  if (!reference || !arm) return "";
  constexpr double kMost = 9999;
  return FormatPercent(std::max(-kMost, DeltaPercent(*reference, *arm)));
}

std::string PerCycle(const std::optional<double>& ratio) { return ratio ? fmt::format("{:.2f}", *ratio) : ""; }

std::string Reason(const Results& results, const char* field) {
  const auto found = results.not_measured.find(field);
  return found == results.not_measured.end() ? "" : EscapeMarkdown(found->second);
}

std::string WhyNone(const Results& results) {
  const std::string cycles = Reason(results, "cycles");
  const std::string instructions = Reason(results, "instructions");
  if (cycles == instructions) return ListItem("cycles and instructions: " + cycles);
  return ListItem(fmt::format("cycles: {}; instructions: {}", cycles, instructions));
}

std::vector<std::string> Cells(const Results& results, const Row& row, bool shows_saving) {
  const Counts& counts = row.counts;
  const Counts& reference = row.reference_counts;
  return {" " + EscapeMarkdown(results.arms[row.arm].name),
          Count(counts.instructions),
          shows_saving ? Saved(reference.instructions, counts.instructions) : "",
          Count(counts.cycles),
          shows_saving ? Saved(reference.cycles, counts.cycles) : "",
          PerCycle(counts.instructions_per_cycle)};
}

// Each arm once: against the baseline, or the same arm of another engine.
std::vector<std::vector<std::string>> Rows(const Results& results, const Comparison& comparison) {
  std::vector<std::vector<std::string>> rows;
  std::set<std::size_t> said;
  for (const Group& group : comparison.groups) {
    if (group.engine != group.reference_engine && said.count(group.rows.front().arm) != 0) continue;
    const bool several = comparison.groups.front().engine != comparison.groups.back().engine;
    const std::string of = several ? " " + EscapeMarkdown(group.engine) : "";
    rows.push_back({EscapeMarkdown(group.operation) + of, "", "", "", "", ""});
    for (const Row& row : group.rows) {
      if (said.insert(row.arm).second) rows.push_back(Cells(results, row, row.difference.has_value()));
    }
  }
  return rows;
}

std::string Legend(const Results& results) {
  const CountCoverage coverage = CoverageOf(results);
  std::string text =
      "Counted in user mode, per operation, median of rounds. saved: against the baseline; IPC: instructions per "
      "cycle.";
  if (coverage.counted < coverage.samples) {
    text += fmt::format(" {} of {} blocks were counted.", FormatCount(coverage.counted), FormatCount(coverage.samples));
  }
  if (coverage.least_permille < 1000) {
    text += fmt::format(" Scaled: in the worst block the counters ran for {:.1f} % of the time.",
                        static_cast<double>(coverage.least_permille) / 10);
  }
  return WrapIndented(text, 0, kPageColumns) + "\n";
}

}  // namespace

std::string RenderCounts(const Results& results, const Comparison& comparison) {
  if (CoverageOf(results).counted == 0) return WhyNone(results);
  const std::vector<Column> columns = {{"arm (counts)", Align::kLeft}, {"instructions", Align::kRight},
                                       {"saved", Align::kRight},       {"cycles", Align::kRight},
                                       {"saved", Align::kRight},       {"IPC", Align::kRight}};
  return LayMarkdownTable(columns, Rows(results, comparison)) + "\n" + Legend(results);
}

std::string CountersLine(const std::vector<EnvironmentCheck>& environment) {
  const auto check = std::find_if(environment.begin(), environment.end(),
                                  [](const EnvironmentCheck& one) { return one.name == kCountersCheck; });
  if (check == environment.end() || check->verdict == "ok") return "";
  return ListItem(std::string(kCountersCheck) + ": " + EscapeMarkdown(check->reason));
}

}  // namespace firstbyte::report
