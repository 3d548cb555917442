// SPDX-License-Identifier: GPL-2.0-or-later
#include "report/calibration_markdown.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <utility>
#include <vector>

#include "base/wrap.h"
#include "report/cells.h"
#include "report/list_item.h"
#include "report/machine_identity.h"
#include "report/markdown_table.h"
#include "report/student.h"
#include "report/text.h"
#include "report/variance_components.h"

namespace firstbyte::report {
namespace {

constexpr double kPercent = 100;
constexpr std::size_t kBins = 10;  // as many as a page is wide

// In tables, which are as wide as a page; and in sentences.
std::string Cell(const CalibrationRow& row) { return row.operation + " " + row.clock; }
std::string Name(const CalibrationRow& row) { return row.operation + " by " + row.clock; }

// Large deviations need no tenths, small ones do.
std::string Percent(double percent) { return percent < 10 ? FormatPercent(percent) : fmt::format("{:.0f}%", percent); }

std::string RateTable(const Calibration& calibration) {
  std::vector<std::vector<std::string>> rows;
  for (const CalibrationRow& row : calibration.rows) {
    const FalseAlarms alarms = CountFalseAlarms(row);
    rows.push_back({Cell(row), fmt::format("{} of {}", alarms.false_positives, alarms.experiments),
                    FormatPercent(kPercent * alarms.rate),
                    fmt::format("{}..{}", FormatPercent(kPercent * alarms.interval.low),
                                FormatPercent(kPercent * alarms.interval.high)),
                    RateStateName(StateOf(alarms))});
  }
  return LayMarkdownTable({{"false alarms at 5 %", Align::kLeft},
                           {"seen", Align::kRight},
                           {"rate", Align::kRight},
                           {"95 % interval", Align::kRight},
                           {"the rate", Align::kLeft}},
                          rows);
}

std::string ScatterTable(const Calibration& calibration) {
  std::vector<Column> columns = {{"scatter", Align::kLeft},
                                 {"s_D", Align::kRight},
                                 {"robust", Align::kRight},
                                 {"ICC", Align::kRight},
                                 {"lag 1", Align::kRight}};
  for (const int runs : kPlannedLookRuns) columns.push_back({fmt::format("{}", runs), Align::kRight});
  std::vector<std::vector<std::string>> rows;
  for (const CalibrationRow& row : calibration.rows) {
    const auto lag = LagOneAutocorrelation(row.estimates_percent);
    std::vector<std::string> cells = {
        Cell(row), Percent(row.deviation_percent), Percent(row.robust_deviation_percent),
        row.intraclass_correlation ? fmt::format("{:.2f}", *row.intraclass_correlation) : "",
        lag ? fmt::format("{:.2f}", *lag) : ""};
    for (const int runs : kPlannedLookRuns) cells.push_back(Percent(DetectablePercent(row.deviation_percent, runs)));
    rows.push_back(std::move(cells));
  }
  return LayMarkdownTable(columns, rows);
}

std::string PTable(const Calibration& calibration) {
  std::vector<Column> columns = {{"p below", Align::kLeft}};
  for (std::size_t bin = 1; bin <= kBins; ++bin)
    columns.push_back({fmt::format("{:g}", static_cast<double>(bin) / kBins), Align::kRight});
  std::vector<std::vector<std::string>> rows;
  for (const CalibrationRow& row : calibration.rows) {
    std::vector<std::string> cells = {Cell(row)};
    for (const std::int64_t count : Histogram(row.p_values, kBins)) cells.push_back(fmt::format("{}", count));
    rows.push_back(std::move(cells));
  }
  return LayMarkdownTable(columns, rows);
}

// What the state means for whoever wants to use the calibration; empty where all is well.
std::string Meaning(const CalibrationRow& row) {
  const FalseAlarms alarms = CountFalseAlarms(row);
  switch (StateOf(alarms)) {
    case RateState::kHolds:
      return "";
    case RateState::kCannotHold:
      return "this machine shows differences where there are none more often than promised; a gate that is given this "
             "calibration does not judge by this clock";
    case RateState::kNotShown:
      break;
  }
  const auto enough = ExperimentsToShow(alarms);
  std::string text =
      enough ? fmt::format("not shown by {} experiments; if more go {}, about {} would show it", alarms.experiments,
                           alarms.rate > kNominalRate ? "like these" : "as promised", FormatCount(*enough))
             : fmt::format("not shown, and at the rate that was seen not even {} experiments would show it",
                           FormatCount(kMostCalibrationExperiments));
  if (!AllowsJudging(alarms)) text += "; a gate that is given this calibration does not judge by this clock";
  return text;
}

// Rows that not every experiment has: one whose clock failed in a single run has none.
std::string Missing(const Calibration& calibration) {
  std::string text;
  for (const CalibrationRow& row : calibration.rows) {
    const auto have = std::ssize(row.p_values);
    if (have < calibration.experiments)
      text += ListItem(fmt::format("{}: {} of {} experiments have none, as the clock was not measured in all runs",
                                   Name(row), FormatCount(calibration.experiments - have),
                                   FormatCount(calibration.experiments)));
  }
  return text;
}

// One item for all rows of which the same is to be said.
std::string Meanings(const Calibration& calibration) {
  std::vector<std::pair<std::string, std::string>> rows_by_meaning;
  for (const CalibrationRow& row : calibration.rows) {
    const std::string meaning = Meaning(row);
    if (meaning.empty()) continue;
    const auto found = std::find_if(rows_by_meaning.begin(), rows_by_meaning.end(),
                                    [&](const auto& known) { return known.first == meaning; });
    if (found == rows_by_meaning.end()) {
      rows_by_meaning.emplace_back(meaning, Name(row));
    } else {
      found->second += ", " + Name(row);
    }
  }
  std::string text;
  for (const auto& [meaning, rows] : rows_by_meaning) text += ListItem(rows + ": " + meaning);
  return text;
}

std::string Conditions(const Calibration& calibration) {
  std::vector<std::string> names;
  for (const EnvironmentCheck& check : calibration.header.context.environment) {
    if (check.verdict == "warning") names.push_back(check.name);
  }
  if (names.empty()) return "";
  return ListItem(EscapeMarkdown(fmt::format("conditions with a warning: {}", fmt::join(names, ", "))));
}

std::string Legend(const Calibration& calibration) {
  const Results& header = calibration.header;
  const MachineIdentity machine = IdentifyMachine(header);
  std::string text = ListItem(EscapeMarkdown(fmt::format(
      "{}, seed {}, on {}, {}, kernel {}, pinned to CPU {}; {}", DescribeExperiments(calibration), header.protocol.seed,
      machine.hypervisor, machine.cpu_model, machine.kernel_release, machine.cpu, header.context.started)));
  text += ListItem(
      "holds: the interval ends at 8 % or below; cannot hold: it begins above 5 %. Uniform p values have a tenth of "
      "the experiments in each column");
  text += ListItem(
      fmt::format("{}: the slow-down that so many runs find in four of five measurements, of {} operations per round; "
                  "a gate with more operations finds smaller ones",
                  fmt::join(kPlannedLookRuns, ", "), header.protocol.operations));
  text += ListItem(
      "s_D: the standard deviation of the runs' differences; ICC: the part of the rounds' scatter that is the run's; "
      "lag 1: of successive experiments, near 0 where they are independent");
  if (header.protocol.rounds % 2 == 1)
    text += ListItem(
        "an odd number of rounds: in each run one arm comes first once more, alternately; where blocks are short runs "
        "scatter more for it, and the rate looks better than it is");
  if (!calibration.changed_conditions.empty())
    text += ListItem(EscapeMarkdown(fmt::format("after it was resumed, under other conditions: {}",
                                                fmt::join(calibration.changed_conditions, "; "))));
  return text + Conditions(calibration);
}

}  // namespace

std::string DescribeFalseAlarms(const FalseAlarms& alarms) {
  return fmt::format("{} of {} ({}; 95 % interval {} to {})", alarms.false_positives, alarms.experiments,
                     FormatPercent(kPercent * alarms.rate), FormatPercent(kPercent * alarms.interval.low),
                     FormatPercent(kPercent * alarms.interval.high));
}

std::string DescribeExperiments(const Calibration& calibration) {
  const Protocol& protocol = calibration.header.protocol;
  return fmt::format("{} A/A experiments of {} runs x {} rounds x {} operations", calibration.experiments,
                     protocol.runs, protocol.rounds, protocol.operations);
}

std::string RenderCalibration(const Calibration& calibration) {
  std::string text;
  if (calibration.header.context.accel == "tcg")
    text += WrapIndented(
                "The CPU was emulated (TCG): this calibrates the emulator, and a gate judges nothing that was measured "
                "under it.",
                0, kPageColumns) +
            "\n\n";
  text += RateTable(calibration) + "\n" + ScatterTable(calibration) + "\n" + PTable(calibration) + "\n";
  return text + Meanings(calibration) + Missing(calibration) + Legend(calibration);
}

}  // namespace firstbyte::report
