// SPDX-License-Identifier: GPL-2.0-or-later
#include "report/html_sections.h"

#include <fmt/core.h>

#include <set>
#include <utility>
#include <vector>

#include "report/cells.h"
#include "report/counts.h"
#include "report/counts_markdown.h"
#include "report/html_text.h"
#include "report/markdown_table.h"
#include "report/table.h"
#include "report/warnings.h"

namespace firstbyte::report {
namespace {

std::string Paragraph(const std::string& html) { return "<p>" + html + "</p>\n"; }

std::string NotMeasured(const std::string& reason) { return "not measured: " + EscapeHtml(reason); }

std::string MailTableHtml(const MailTable& table) {
  std::vector<HtmlRow> rows;
  for (const MailGroup& group : table.groups) {
    rows.push_back({{EscapeHtml(group.label)}, "", true});
    for (const MailRow& row : group.rows) {
      rows.push_back({{EscapeHtml(row.name), EscapeHtml(row.baseline), EscapeHtml(row.arm), EscapeHtml(row.delta),
                       EscapeHtml(row.percent), EscapeHtml(row.note)},
                      "",
                      false});
    }
  }
  return HtmlTable("As the kernel mails print it",
                   {{"operation", Align::kLeft},
                    {EscapeHtml(table.baseline), Align::kRight},
                    {EscapeHtml(table.arm), Align::kRight},
                    {EscapeHtml(table.delta), Align::kRight},
                    {"%", Align::kRight},
                    {"note", Align::kLeft}},
                   rows);
}

std::string IntervalCell(const Difference& difference) {
  if (!difference.ns_interval) return NotMeasured(difference.log.no_interval);
  return FormatNsEnd(difference.ns_interval->low) + ".." + FormatNsEnd(difference.ns_interval->high);
}

HtmlRow ArmRow(const Results& results, const Row& row) {
  const std::string name = EscapeHtml(RowName(results, row));
  if (!row.difference) return {{name, FormatNs(row.median_ns), "", "", "", "reference"}, "dim", false};
  const Difference& difference = *row.difference;
  std::string verdict = VerdictName(difference.verdict);
  if (!difference.reason.empty()) verdict += " <span class=\"dim\">" + EscapeHtml(difference.reason) + "</span>";
  // "same code" would be two classes.
  const std::string style = difference.verdict == Verdict::kSameCode ? "" : VerdictName(difference.verdict);
  return {{name, FormatNs(row.median_ns), FormatNs(difference.delta_ns), FormatPercent(difference.percent),
           IntervalCell(difference), verdict},
          style,
          false};
}

std::string ArmsCaption(const Group& group) {
  const std::string engine = EscapeHtml(group.engine);
  if (group.engine == group.reference_engine) return engine + ", ns per operation";
  return engine + ", ns per operation; deltas against the same arm of " + EscapeHtml(group.reference_engine);
}

std::string ArmsTable(const std::string& caption, const std::vector<HtmlRow>& rows) {
  return HtmlTable(caption,
                   {{"arm", Align::kLeft},
                    {"median", Align::kRight},
                    {"delta", Align::kRight},
                    {"%", Align::kRight},
                    {"95 % interval", Align::kRight},
                    {"verdict", Align::kLeft}},
                   rows);
}

std::string ProtocolLine(const Results& results, const Comparison& comparison) {
  const auto& protocol = results.protocol;
  return Paragraph(fmt::format("{} runs x {} rounds x {} operations, median of per-round means, {}.",
                               FormatCount(protocol.runs), FormatCount(protocol.rounds),
                               FormatCount(protocol.operations), EscapeHtml(comparison.clock_name)));
}

std::string EngineTable(const std::vector<EngineRecord>& engines) {
  std::vector<HtmlRow> rows;
  for (const EngineRecord& engine : engines) {
    const auto digest = [](const std::string& sha256) {
      return "<span class=\"digest\">" + EscapeHtml(sha256) + "</span>";
    };
    rows.push_back({{EscapeHtml(engine.name), EscapeHtml(engine.probe), EscapeHtml(engine.version),
                     EscapeHtml(engine.source) + "<br>" + digest(engine.source_sha256), digest(engine.object_sha256),
                     EscapeHtml(engine.compiler) + " " + EscapeHtml(engine.flags)},
                    "",
                    false});
  }
  return HtmlTable("Engines, with the SHA-256 of their source and object",
                   {{"engine", Align::kLeft},
                    {"probe", Align::kLeft},
                    {"zstd", Align::kLeft},
                    {"source", Align::kLeft},
                    {"object", Align::kLeft},
                    {"compiler", Align::kLeft}},
                   rows);
}

std::string CheckTable(const std::vector<EnvironmentCheck>& checks) {
  std::vector<HtmlRow> rows;
  for (const EnvironmentCheck& check : checks) {
    const std::string style = check.verdict == "not applicable" ? "dim" : check.verdict;
    std::string verdict = "<span class=\"" + EscapeHtml(style) + "\">" + EscapeHtml(check.verdict) + "</span>";
    rows.push_back(
        {{EscapeHtml(check.name), EscapeHtml(check.value), std::move(verdict), EscapeHtml(check.reason)}, "", false});
  }
  return HtmlTable(
      "Conditions that can move numbers",
      {{"check", Align::kLeft}, {"found", Align::kLeft}, {"verdict", Align::kLeft}, {"reason", Align::kLeft}}, rows);
}

std::string Term(const std::string& term, const std::string& meaning) {
  return "<dt>" + term + "</dt><dd>" + meaning + "</dd>\n";
}

}  // namespace

std::string MailSection(const Results& results, const Comparison& comparison) {
  const auto table = MakeMailTable({{&results, &comparison}});
  const auto text = RenderMailTable(results, comparison);
  if (!table || !text) return Paragraph(EscapeHtml(table ? text.error().message : table.error().message));
  return MailTableHtml(*table) + ProtocolLine(results, comparison) +
         "<h3>For a cover letter</h3>\n<pre class=\"copy\" tabindex=\"0\" aria-label=\"The table as plain text\">" +
         EscapeHtmlLines(*text) + "</pre>\n";
}

std::string ArmsSection(const Results& results, const Comparison& comparison) {
  std::string html;
  std::string caption;
  std::vector<HtmlRow> rows;
  for (const Group& group : comparison.groups) {
    if (!rows.empty() && ArmsCaption(group) != caption) {
      html += ArmsTable(caption, rows);
      rows.clear();
    }
    caption = ArmsCaption(group);
    rows.push_back({{EscapeHtml(group.operation)}, "", true});
    for (const Row& row : group.rows) rows.push_back(ArmRow(results, row));
  }
  if (!rows.empty()) html += ArmsTable(caption, rows);
  const std::string counts = EscapeHtmlLines(RenderCounts(results, comparison));
  const bool counted = CoverageOf(results).counted > 0;
  return html + (counted ? "<pre tabindex=\"0\" aria-label=\"Instructions and cycles\">" + counts + "</pre>\n" : "");
}

std::string WarningsSection(const Results& results, const Comparison& comparison) {
  std::string items;
  for (const Warning& warning : Warnings(results, comparison)) {
    items += fmt::format("<li{}>{}</li>\n", warning.serious ? " class=\"serious\"" : "",
                         (warning.serious ? "WARNING " : "") + EscapeHtml(warning.sentence));
  }
  return items.empty() ? "" : "<ul>\n" + items + "</ul>\n";
}

std::string EnvironmentSection(const Results& results) {
  const auto& protocol = results.protocol;
  return CheckTable(results.context.environment) +
         Paragraph(fmt::format("Pinned to CPU {}. Requests: {} bytes, {}, level {}; {}.", protocol.cpu,
                               FormatCount(protocol.request_bytes), EscapeHtml(protocol.request_case), protocol.level,
                               EscapeHtml(protocol.corpus))) +
         EngineTable(results.context.engines);
}

std::string HowToReadSection(const Results& results, const Comparison& comparison) {
  const auto& protocol = results.protocol;
  std::string html = "<dl>\n";
  html += Term("median", fmt::format("Each round times a block of {} operations of every arm and gives one mean. The "
                                     "median of these means, over all runs and rounds, is the number of an arm.",
                                     FormatCount(protocol.operations)));
  html += Term("delta",
               "What an operation saves against the baseline, or against the arm behind \"vs\": positive is "
               "faster. It is rounded last, so that it may differ by 1 from the medians as printed.");
  html += Term("95 % interval",
               "What the saving may be by chance. Within a round the arms run next to each other; their "
               "differences are taken there, which leaves out what drifts with the machine, and tested "
               "over the runs, which are fresh processes.");
  html += Term("unresolved",
               "These runs cannot tell the arm from the baseline: the interval holds 0, or the runs are too "
               "few. It does not say that the two are equal.");
  html += Term("A/A",
               "A second copy of the baseline. Whatever it shows was made by the machine or the tool, so that "
               "differences of that size say nothing.");
  html += Term("CPUIDs per request",
               "CPUID is the instruction that asks a CPU what it can do. In a guest it usually traps: the hypervisor "
               "takes over, answers and returns, which takes many times what the answer takes on bare metal "
               "(<code>firstbyte cpuid cost</code> says what it takes here). zstd executes two for every context that "
               "it sets up. The number follows from the source; it is not measured.");
  html += Term("rounds",
               "Rounds are drawn in percent of the arm's own median. A line that leaves 0 for long is a "
               "machine that drifted; a histogram with two hills is one that had two states.");
  return html + "</dl>\n" +
         Paragraph("Clock: " + EscapeHtml(comparison.clock_name) +
                   ". Every number of this page is computed from the results file, and stands in the tables or the "
                   "text plots; the drawings only show them.");
}

std::string SourceSection(const Results& results) {
  const auto& context = results.context;
  return "<dl>\n" + Term("schema", kSchema) + Term("Firstbyte", EscapeHtml(context.tool_version)) +
         Term("started", EscapeHtml(context.started)) +
         Term("program", "<span class=\"digest\">sha256 " + EscapeHtml(context.program_sha256) + "</span>") +
         Term("machine", "<span class=\"digest\">" + EscapeHtml(context.machine_id) + "</span>") +
         Term("accelerator", EscapeHtml(context.accel)) +
         Term("seed of the placement", fmt::format("{}", results.protocol.seed)) +
         Term("pages", "<span class=\"digest\">sha256 " + EscapeHtml(results.protocol.corpus_sha256) + "</span>") +
         "</dl>\n";
}

}  // namespace firstbyte::report
