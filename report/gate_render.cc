// SPDX-License-Identifier: GPL-2.0-or-later
#include "report/gate_render.h"

#include <fmt/core.h>

#include <algorithm>
#include <cctype>
#include <iterator>
#include <utility>
#include <vector>

#include "base/wrap.h"
#include "report/calibration_use.h"
#include "report/cells.h"
#include "report/comparison.h"
#include "report/list_item.h"
#include "report/markdown_table.h"
#include "report/text.h"
#include "report/warnings.h"
#include "report/xml.h"

namespace firstbyte::report {
namespace {

std::string Against(const RowJudgement& row) {
  if (row.engine == row.reference_engine) return row.engine + " against its baseline";
  return row.engine + " against " + row.reference_engine;
}

std::vector<std::string> Cells(const RowJudgement& row) {
  const auto& interval = row.interval_percent;
  return {EscapeMarkdown(row.row),
          FormatChange(row.change_percent),
          interval ? FormatChange(interval->low) + ".." + FormatChange(interval->high) : "",
          fmt::format("{:.3g}%", row.margin_percent),
          row.detectable_percent ? FormatPercent(*row.detectable_percent) : "",
          row.same_code ? VerdictName(Verdict::kSameCode) : GateVerdictName(row.verdict)};
}

// One table per pair of engines.
std::string Tables(const Judgement& judgement) {
  const std::string level = fmt::format("{:g} % interval", 100 * (1 - judgement.look.alpha));
  std::string text;
  for (std::size_t first = 0; first < judgement.rows.size();) {
    const std::string against = Against(judgement.rows[first]);
    std::vector<std::vector<std::string>> rows;
    for (; first < judgement.rows.size() && Against(judgement.rows[first]) == against; ++first)
      rows.push_back(Cells(judgement.rows[first]));
    text += EscapeMarkdown(against) + ":\n\n" +
            LayMarkdownTable({{"time of", Align::kLeft},
                              {"change", Align::kRight},
                              {level, Align::kRight},
                              {"margin", Align::kRight},
                              {"finds", Align::kRight},
                              {"verdict", Align::kLeft}},
                             rows) +
            "\n";
  }
  return text;
}

constexpr char kNoCalibration[] =
    "no calibration was named: how often this machine shows a change where there is none was never measured (firstbyte "
    "calibrate)";

std::string CalibrationItems(const Judgement& judgement) {
  if (!judgement.calibration) return ListItem(kNoCalibration);
  std::string text = ListItem(EscapeMarkdown(judgement.calibration->sentence));
  for (const std::string& note : judgement.calibration->notes) text += ListItem(EscapeMarkdown(note));
  return text;
}

std::string WarningItems(const Judgement& judgement) {
  std::string text;
  for (const Warning& warning : judgement.warnings)
    text += ListItem((warning.serious ? "WARNING " : "") + EscapeMarkdown(warning.sentence));
  return text;
}

std::string Legend(const Results& results, const Judgement& judgement) {
  const auto tested = std::count_if(judgement.rows.begin(), judgement.rows.end(),
                                    [](const RowJudgement& row) { return !row.same_code; });
  std::string text = ListItem(
      fmt::format("{} runs x {} rounds x {} operations on {}; {} ({}); alpha {:g} of this look, Holm over {} rows",
                  results.protocol.runs, results.protocol.rounds, results.protocol.operations,
                  EscapeMarkdown(results.context.platform), EscapeMarkdown(judgement.clock_name),
                  judgement.clock_reason, judgement.look.alpha, tested));
  text +=
      ListItem("change: of the time, + is slower; finds: the slow-down that so many runs find in four of five cases");
  const auto worse = std::find_if(judgement.rows.begin(), judgement.rows.end(),
                                  [](const RowJudgement& row) { return row.control_percent > row.margin_percent; });
  if (worse != judgement.rows.end())
    text += ListItem(fmt::format("the A/A control shows {} without any change: margins below it cannot be held here",
                                 FormatPercent(worse->control_percent)));
  text += CalibrationItems(judgement);
  if (tested < std::ssize(judgement.rows))
    text +=
        ListItem("same code: both engines execute the same, so a change is the machine's; equivalent, and not tested");
  return text;
}

std::string Title(const Judgement& judgement) {
  std::string name = GateVerdictName(judgement.verdict);
  name[0] = static_cast<char>(std::toupper(static_cast<unsigned char>(name[0])));
  return name;
}

std::string Properties(const Judgement& judgement) {
  const auto& use = judgement.calibration;
  const std::string text = !use ? kNoCalibration : use->refusal.empty() ? use->sentence : use->refusal;
  return fmt::format("  <properties><property name=\"calibration\" value=\"{}\"/></properties>\n", EscapeXml(text));
}

std::string Case(const std::string& name, const std::string& element, const std::string& sentence) {
  const std::string open = fmt::format("  <testcase classname=\"firstbyte.gate\" name=\"{}\"", EscapeXml(name));
  if (element.empty()) return open + fmt::format("><system-out>{}</system-out></testcase>\n", EscapeXml(sentence));
  return open + fmt::format("><{0} message=\"{1}\">{1}</{0}></testcase>\n", element, EscapeXml(sentence));
}

std::string ElementOf(GateVerdict verdict) {
  if (verdict == GateVerdict::kRegressed) return "failure";
  if (verdict == GateVerdict::kInconclusive || verdict == GateVerdict::kInvalid) return "error";
  return "";
}

}  // namespace

std::string RenderGateMarkdown(const std::optional<Results>& results, const Judgement& judgement) {
  std::string text =
      "### " + Title(judgement) + "\n\n" + WrapIndented(EscapeMarkdown(judgement.sentence), 0, kPageColumns) + "\n\n";
  if (!results || judgement.rows.empty()) return text + WarningItems(judgement);
  text += Tables(judgement) + Legend(*results, judgement) + WarningItems(judgement) + "\n";
  for (const RowJudgement& row : judgement.rows) {
    if (!ElementOf(row.verdict).empty()) text += ListItem(EscapeMarkdown(row.sentence));
  }
  return text;
}

std::string RenderGateJunit(const std::optional<Results>& results, const Judgement& judgement) {
  std::vector<std::pair<GateVerdict, std::string>> cases;
  for (const RowJudgement& row : judgement.rows)
    cases.emplace_back(row.verdict, Case(row.row + ": " + Against(row), ElementOf(row.verdict), row.sentence));
  if (cases.empty())
    cases.emplace_back(judgement.verdict, Case("measurement", ElementOf(judgement.verdict), judgement.sentence));
  const auto count = [&](const char* element) {
    return std::count_if(cases.begin(), cases.end(), [&](const auto& c) { return ElementOf(c.first) == element; });
  };
  const std::string when_and_where =
      !results ? ""
               : fmt::format(" timestamp=\"{}\" hostname=\"{}\"", EscapeXml(results->context.started),
                             EscapeXml(results->context.platform));
  std::string text = fmt::format(
      "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites>\n<testsuite name=\"firstbyte gate\" tests=\"{}\" "
      "failures=\"{}\" errors=\"{}\" skipped=\"0\"{}>\n",
      cases.size(), count("failure"), count("error"), when_and_where);
  if (results) text += Properties(judgement);
  for (const auto& c : cases) text += c.second;
  return text + "</testsuite>\n</testsuites>\n";
}

}  // namespace firstbyte::report
