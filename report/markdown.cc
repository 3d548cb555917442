// SPDX-License-Identifier: GPL-2.0-or-later
#include "report/markdown.h"

#include <fmt/core.h>

#include <algorithm>
#include <cstddef>
#include <set>
#include <string_view>
#include <vector>

#include "base/wrap.h"
#include "report/arm_cells.h"
#include "report/cells.h"
#include "report/counts.h"
#include "report/counts_markdown.h"
#include "report/evidence_markdown.h"
#include "report/list_item.h"
#include "report/markdown_table.h"
#include "report/table.h"
#include "report/text.h"
#include "report/warnings.h"

namespace firstbyte::report {
namespace {

// Checks of the environment that every report shows with their value, whatever their verdict.
constexpr std::string_view kAlwaysShown[] = {"cpu model", "hypervisor", "kernel"};

// Enough of a digest to tell two objects apart by eye; the whole stands in the results.
constexpr std::size_t kDigestDigits = 12;

bool IsAlwaysShown(const EnvironmentCheck& check) {
  return std::find(std::begin(kAlwaysShown), std::end(kAlwaysShown), check.name) != std::end(kAlwaysShown);
}

// A warning's reason also, so that nobody has to open the file to learn what to do.
std::string CheckItem(const EnvironmentCheck& check) {
  const std::string value = EscapeMarkdown(check.name) + ": " + EscapeMarkdown(check.value);
  if (check.verdict != "warning") return ListItem(value);
  return ListItem("WARNING " + value + ". " + EscapeMarkdown(check.reason));
}

std::string EnvironmentItems(const std::vector<EnvironmentCheck>& checks, bool counted) {
  std::string text;
  int ok = 0;
  int not_applicable = 0;
  for (const EnvironmentCheck& check : checks) {
    if (IsAlwaysShown(check)) text += CheckItem(check);
    if (check.verdict == "ok") ++ok;
    if (check.verdict == "not applicable") ++not_applicable;
  }
  for (const EnvironmentCheck& check : checks) {
    // What is said in the place of their table is not said here, too.
    if (!counted && check.name == kCountersCheck) continue;
    if (check.verdict == "warning" && !IsAlwaysShown(check)) text += CheckItem(check);
  }
  const auto warnings = static_cast<int>(checks.size()) - ok - not_applicable;
  return text + ListItem(fmt::format("environment checks: {} ok, {} warning, {} not applicable", ok, warnings,
                                     not_applicable));
}

std::string Digest(const std::string& sha256) { return EscapeMarkdown(sha256.substr(0, kDigestDigits)); }

// The probes of an engine are one source compiled twice: they differ in their objects alone.
std::string EngineItem(const std::vector<EngineRecord>& engines, const EngineRecord& engine) {
  std::string objects;
  for (const EngineRecord& other : engines) {
    if (other.name != engine.name) continue;
    objects +=
        fmt::format("{} {} ({})", objects.empty() ? "" : ",", EscapeMarkdown(other.probe), Digest(other.object_sha256));
  }
  return ListItem(fmt::format("engine {}: {} (sha256 {}), {} {};{}", EscapeMarkdown(engine.name),
                              EscapeMarkdown(engine.source), Digest(engine.source_sha256),
                              EscapeMarkdown(engine.compiler), EscapeMarkdown(engine.flags), objects));
}

std::string EngineItems(const std::vector<EngineRecord>& engines) {
  std::string text;
  std::set<std::string> said;
  for (const EngineRecord& engine : engines) {
    if (said.insert(engine.name).second) text += EngineItem(engines, engine);
  }
  return text;
}

std::string Conditions(const Results& results) {
  const Context& context = results.context;
  const Protocol& protocol = results.protocol;
  std::string text = fmt::format("**{}**, {}, Firstbyte {}\n\n", EscapeMarkdown(context.platform),
                                 EscapeMarkdown(context.started), EscapeMarkdown(context.tool_version));
  text += EnvironmentItems(context.environment, CoverageOf(results).counted > 0);
  text += ListItem(fmt::format("pinned to CPU {}; placement drawn with seed {}", protocol.cpu, protocol.seed));
  text += EngineItems(context.engines);
  text += ListItem(fmt::format("requests: {} bytes, {}, level {}; {}", FormatCount(protocol.request_bytes),
                               EscapeMarkdown(protocol.request_case), protocol.level, EscapeMarkdown(protocol.corpus)));
  return text + "\n";
}

std::vector<Column> Columns() {
  return {{"arm (ns)", Align::kLeft}, {"median", Align::kRight},        {"delta", Align::kRight},
          {"%", Align::kRight},       {"95 % interval", Align::kRight}, {"verdict", Align::kLeft}};
}

std::vector<std::string> RowCells(const Row& row, const Results& results) {
  const ArmCells cells = CellsOf(results, row);
  return {" " + EscapeMarkdown(cells.name), cells.median, cells.delta, cells.percent, cells.interval, cells.verdict};
}

std::string Tables(const Results& results, const Comparison& comparison) {
  std::string text;
  const auto tables = ArmTables(comparison);
  for (const ArmTable& table : tables) {
    std::vector<std::vector<std::string>> rows;
    for (std::size_t i = table.first; i < table.end; ++i) {
      rows.push_back({EscapeMarkdown(comparison.groups[i].operation), "", "", "", "", ""});
      for (const Row& row : comparison.groups[i].rows) rows.push_back(RowCells(row, results));
    }
    if (tables.size() > 1) text += EscapeMarkdown(ArmTableName(comparison.groups[table.first])) + ":\n\n";
    text += LayMarkdownTable(Columns(), rows) + "\n";
  }
  return text;
}

// The mails' own look, to be pasted into a cover letter; nothing where the patched arm was not measured.
std::string FencedMailTable(const Results& results, const Comparison& comparison) {
  auto table = RenderMailTable(results, comparison);
  if (!table) return "";
  // What is fenced is no markup, as long as it cannot end the fence.
  std::replace(table->begin(), table->end(), '`', '\'');
  return "```\n" + *table + "```\n\n";
}

std::string Legend(const Results& results, const Comparison& comparison) {
  const Protocol& protocol = results.protocol;
  const std::string text = fmt::format(
      "{} runs x {} rounds x {} operations, median of per-round means, {}. delta: what an operation saves against "
      "the baseline, or the arm behind vs; interval: of that, from differences within rounds, tested over runs. A/A: a "
      "second copy of the baseline.",
      FormatCount(protocol.runs), FormatCount(protocol.rounds), FormatCount(protocol.operations),
      EscapeMarkdown(comparison.clock_name));
  return WrapIndented(text, 0, kPageColumns) + "\n";
}

std::string WarningItems(const Results& results, const Comparison& comparison) {
  std::string text;
  for (const Warning& warning : Warnings(results, comparison)) {
    text += ListItem((warning.serious ? "WARNING " : "") + EscapeMarkdown(warning.sentence));
  }
  return text;
}

}  // namespace

std::string RenderMarkdown(const Results& results, const Comparison& comparison) {
  const std::string warnings = WarningItems(results, comparison);
  // Without a table the counters' part is one more item.
  const bool has_table = CoverageOf(results).counted > 0;
  return Conditions(results) + FencedMailTable(results, comparison) + Tables(results, comparison) +
         Legend(results, comparison) + "\n" + RenderEvidence(results, comparison) + (has_table ? "\n" : "") +
         RenderCounts(results, comparison) + (has_table && !warnings.empty() ? "\n" : "") + warnings;
}

std::string RenderTables(const Results& results, const Comparison& comparison) { return Tables(results, comparison); }

std::string RenderWarnings(const Results& results, const Comparison& comparison) {
  return WarningItems(results, comparison);
}

}  // namespace firstbyte::report
