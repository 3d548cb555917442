// SPDX-License-Identifier: GPL-2.0-or-later
#include "report/exact_render.h"

#include <fmt/core.h>

#include <utility>
#include <vector>

#include "base/wrap.h"
#include "report/grouped_number.h"
#include "report/list_item.h"
#include "report/markdown_table.h"
#include "report/text.h"
#include "report/xml.h"

namespace firstbyte::report {
namespace {

using Rows = std::vector<std::vector<std::string>>;

constexpr char kSuites[] = "</testsuites>";

std::string Item(const std::string& text) { return ListItem(EscapeMarkdown(text)); }

std::string Shown(const std::optional<double>& count) { return count ? GroupedNumber(*count) : "not measured"; }

std::vector<std::string> RowOf(const std::string& name, const ExactCells& cells) {
  return {EscapeMarkdown(name), Shown(cells.cpuids), Shown(cells.instructions), Shown(cells.bytes_cleared),
          Shown(cells.bytes_stored)};
}

std::string CellTable(const std::string& heading, const Rows& rows) {
  if (rows.empty()) return "";
  return LayMarkdownTable({{heading, Align::kLeft},
                           {"CPUIDs", Align::kRight},
                           {"instructions", Align::kRight},
                           {"cleared", Align::kRight},
                           {"stored", Align::kRight}},
                          rows) +
         "\n";
}

std::string TablesOf(const ExactCounts& counts, const ExactEngine& engine) {
  Rows rows;
  for (const ExactRow& row : counts.rows) {
    if (row.engine == engine.name) rows.push_back(RowOf(row.operation + " " + row.arm, row.cells));
  }
  Rows phases;
  for (const ExactPhase& phase : counts.phases) {
    if (phase.engine == engine.name)
      phases.push_back(RowOf(fmt::format("{} ({})", phase.phase, phase.probe), phase.cells));
  }
  Rows sizes;
  for (const CompressedSize& size : counts.sizes) {
    if (size.engine == engine.name)
      sizes.push_back(
          {EscapeMarkdown(size.pages), std::to_string(size.count), GroupedNumber(static_cast<double>(size.bytes))});
  }
  std::string text = fmt::format("{}, {}:\n\n", EscapeMarkdown(engine.name), EscapeMarkdown(engine.compiler));
  text += CellTable("per request", rows) + CellTable("per phase", phases);
  if (sizes.empty()) return text;
  return text +
         LayMarkdownTable({{"pages", Align::kLeft}, {"count", Align::kRight}, {"bytes compressed", Align::kRight}},
                          sizes) +
         "\n";
}

std::string VerdictInWords(const ExactJudgement& judgement) {
  return judgement.verdict == GateVerdict::kEquivalent ? "the same" : GateVerdictName(judgement.verdict);
}

std::string Case(const std::string& name, const std::string& element, const std::string& sentence) {
  const std::string open = fmt::format("  <testcase classname=\"firstbyte.exact\" name=\"{}\">", EscapeXml(name));
  if (element.empty()) return open + fmt::format("<system-out>{}</system-out></testcase>\n", EscapeXml(sentence));
  return open + fmt::format("<{0} message=\"{1}\">{1}</{0}></testcase>\n", element, EscapeXml(sentence));
}

std::string Suite(const ExactJudgement& judgement) {
  std::string cases;
  int failures = 0;
  int count = 1;
  const bool invalid = judgement.verdict == GateVerdict::kInvalid;
  cases += Case("counts", invalid ? "error" : "", judgement.sentence);
  for (const ExactDifference& difference : judgement.differences) {
    const bool regressed = difference.verdict == GateVerdict::kRegressed;
    failures += static_cast<int>(regressed);
    ++count;
    cases += Case(fmt::format("{} of {}: {}", difference.what, difference.engine, difference.row),
                  regressed ? "failure" : "", difference.sentence);
  }
  if (judgement.not_measured) {
    ++count;
    cases += Case("counted under QEMU", "skipped", *judgement.not_measured);
  }
  return fmt::format(
             "<testsuite name=\"firstbyte exact gate\" tests=\"{}\" failures=\"{}\" errors=\"{}\" skipped=\"{}\">\n",
             count, failures, static_cast<int>(invalid), static_cast<int>(judgement.not_measured.has_value())) +
         cases + "</testsuite>\n";
}

}  // namespace

std::string RenderCountsMarkdown(const ExactCounts& counts) {
  std::string text;
  for (const ExactEngine& engine : counts.engines) text += TablesOf(counts, engine);
  if (counts.not_measured) text += Item("not measured: " + *counts.not_measured);
  for (const auto& [engine, reason] : counts.no_phases) text += Item("no phases of " + engine + ": " + reason);
  if (counts.control != "none") text += Item("added to each request on purpose (--control): " + counts.control);
  if (!counts.counter.empty() && !counts.not_measured) text += Item("counted by " + counts.counter);
  text += Item("requests: means over " + counts.pages);
  text += Item(
      "cleared and stored are bytes: by memset and rep stos, and by all instructions; a repeated string instruction "
      "counts once per iteration");
  return text;
}

std::string RenderExactMarkdown(const ExactJudgement& judgement) {
  std::string text = fmt::format("### Exact counts: {}\n\n{}\n\n", VerdictInWords(judgement),
                                 WrapIndented(EscapeMarkdown(judgement.sentence), 0, kPageColumns));
  if (judgement.not_measured) text += Item("not measured: " + *judgement.not_measured);
  for (const std::string& note : judgement.notes) text += Item(note);
  for (const ExactDifference& difference : judgement.differences)
    text += Item(GateVerdictName(difference.verdict) + ": " + difference.sentence);
  return text;
}

std::string RenderExactJunit(const ExactJudgement& judgement) {
  return "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites>\n" + Suite(judgement) + kSuites + "\n";
}

std::string WithExactSuite(std::string gate_junit, const ExactJudgement& judgement) {
  return gate_junit.insert(gate_junit.rfind(kSuites), Suite(judgement));
}

}  // namespace firstbyte::report
