// SPDX-License-Identifier: GPL-2.0-or-later
#include "report/html_sections.h"

#include <fmt/core.h>

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "report/arm_cells.h"
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

std::string MoreInTheFile(std::size_t rows) {
  return rows == 0 ? ""
                   : Paragraph(fmt::format("{} more stand in the file.", FormatCount(static_cast<std::int64_t>(rows))));
}

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

std::string WithReason(const std::string& verdict, const std::string& reason) {
  return reason.empty() ? verdict : verdict + " <span class=\"dim\">" + EscapeHtml(reason) + "</span>";
}

HtmlRow ArmRow(const Results& results, const Row& row) {
  const ArmCells cells = CellsOf(results, row);
  const std::string name = EscapeHtml(cells.name);
  if (!row.difference) return {{name, cells.median, "", "", "", "reference"}, "dim", false};
  const Difference& difference = *row.difference;
  const std::string interval = cells.interval.empty() ? NotMeasured(difference.log.no_interval) : cells.interval;
  // "same code" would be two classes.
  const std::string style = difference.verdict == Verdict::kSameCode ? "" : cells.verdict;
  return {{name, cells.median, cells.delta, cells.percent, interval, WithReason(cells.verdict, difference.reason)},
          style,
          false};
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

// What a file may list at any length: so many rows, of so many bytes together, stand in the page.
class ListedRows {
 public:
  void Add(HtmlRow row) {
    for (const std::string& cell : row.cells) bytes_ += cell.size();
    if (rows_.size() < kMostListedRows && bytes_ <= kMostListedBytes) {
      rows_.push_back(std::move(row));
    } else {
      ++left_out_;
    }
  }

  std::string Table(const std::string& caption, const std::vector<Column>& columns) const {
    return HtmlTable(caption, columns, rows_) + MoreInTheFile(left_out_);
  }

 private:
  static constexpr std::size_t kMostListedRows = 200;
  static constexpr std::size_t kMostListedBytes = 100'000;

  std::vector<HtmlRow> rows_;
  std::size_t bytes_ = 0;
  std::size_t left_out_ = 0;
};

HtmlRow EngineRow(const EngineRecord& engine) {
  const auto digest = [](const std::string& sha256) {
    return "<span class=\"digest\">" + EscapeHtml(sha256) + "</span>";
  };
  return {{EscapeHtml(engine.name), EscapeHtml(engine.probe), EscapeHtml(engine.version),
           EscapeHtml(engine.source) + "<br>" + digest(engine.source_sha256), digest(engine.object_sha256),
           EscapeHtml(engine.compiler) + " " + EscapeHtml(engine.flags)},
          "",
          false};
}

std::string EngineTable(const std::vector<EngineRecord>& engines) {
  ListedRows rows;
  for (const EngineRecord& engine : engines) rows.Add(EngineRow(engine));
  return rows.Table("Engines, with the SHA-256 of their source and object", {{"engine", Align::kLeft},
                                                                             {"probe", Align::kLeft},
                                                                             {"zstd", Align::kLeft},
                                                                             {"source", Align::kLeft},
                                                                             {"object", Align::kLeft},
                                                                             {"compiler", Align::kLeft}});
}

std::string CheckTable(const std::vector<EnvironmentCheck>& checks) {
  ListedRows rows;
  for (const EnvironmentCheck& check : checks) {
    const std::string style = check.verdict == "not applicable" ? "dim" : check.verdict;
    std::string verdict = "<span class=\"" + EscapeHtml(style) + "\">" + EscapeHtml(check.verdict) + "</span>";
    rows.Add(
        {{EscapeHtml(check.name), EscapeHtml(check.value), std::move(verdict), EscapeHtml(check.reason)}, "", false});
  }
  return rows.Table(
      "Conditions that can move numbers",
      {{"check", Align::kLeft}, {"found", Align::kLeft}, {"verdict", Align::kLeft}, {"reason", Align::kLeft}});
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
  // A thousand rows with names as `run` gives them; a file may have longer ones, and an engine for each arm.
  constexpr std::size_t kMostBytes = 300'000;
  std::string html;
  std::size_t left_out = 0;
  for (const ArmTable& table : ArmTables(comparison)) {
    std::vector<HtmlRow> rows;
    for (std::size_t i = table.first; i < table.end; ++i) {
      rows.push_back({{EscapeHtml(comparison.groups[i].operation)}, "", true});
      for (const Row& row : comparison.groups[i].rows) rows.push_back(ArmRow(results, row));
    }
    if (html.size() < kMostBytes) {
      html += ArmsTable("ns per operation: " + EscapeHtml(ArmTableName(comparison.groups[table.first])), rows);
    } else {
      left_out += rows.size() - (table.end - table.first);
    }
  }
  html += MoreInTheFile(left_out);
  if (CoverageOf(results).counted == 0) return html;
  return html + "<pre tabindex=\"0\" aria-label=\"Instructions and cycles\">" +
         EscapeHtmlLines(RenderCounts(results, comparison)) + "</pre>\n";
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
                   ". Every number of this page was computed before it was written, from the results file and, where a "
                   "request is taken apart, from the file of the phases. The drawings only show them: the text plots "
                   "show the same more coarsely, and a pointer that rests on a mark tells its number.");
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
