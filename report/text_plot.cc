// SPDX-License-Identifier: GPL-2.0-or-later
#include "report/text_plot.h"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <string_view>

#include "base/wrap.h"
#include "report/attribution_markdown.h"
#include "report/cells.h"
#include "report/list_item.h"
#include "report/text.h"

namespace firstbyte::report {
namespace {

constexpr std::size_t kNameColumns = 17;  // what panels call an arm, and a blank
constexpr std::size_t kNumberColumns = 12;
constexpr std::size_t kPlotColumns = kPageColumns - kNameColumns - kNumberColumns;

// By height; the first is nothing, which no round is.
constexpr std::string_view kBlocks[] = {" ", "▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"};
constexpr std::size_t kHighest = std::size(kBlocks) - 1;

std::string Padded(const std::string& text, std::size_t columns) {
  const auto width = static_cast<std::size_t>(DisplayWidth(text));
  return text + std::string(columns > width ? columns - width : 0, ' ');
}

std::string RightOf(const std::string& text, std::size_t columns) {
  const auto width = static_cast<std::size_t>(DisplayWidth(text));
  return std::string(columns > width ? columns - width : 0, ' ') + text;
}

// Beyond a second, which no request takes, the digits are worth less than the column.
std::string Ns(double ns) {
  std::string text = FormatNs(ns);
  return text.size() < kNumberColumns ? text : fmt::format("{:.2e}", ns);
}

std::string Line(std::string text) {
  text.erase(text.find_last_not_of(' ') + 1);
  return text + "\n";
}

std::string Note(const std::string& text) { return WrapIndented(text, 0, kPageColumns) + "\n"; }

// The ends of a scale above the plot; without the second where there is no room for it.
std::string ScaleLine(const std::string& low, const std::string& high, std::size_t columns) {
  const bool room = low.size() + high.size() < columns;
  return Line(std::string(kNameColumns, ' ') + low + (room ? RightOf(high, columns - low.size()) : ""));
}

std::size_t ColumnOf(double ns, const Interval& scale) {
  const double share = std::clamp((ns - scale.low) / (scale.high - scale.low), 0.0, 1.0);
  return static_cast<std::size_t>(std::lround(share * static_cast<double>(kPlotColumns - 1)));
}

std::string RunMediansRow(const PanelArm& arm, const Interval& scale) {
  std::string plot(kPlotColumns, ' ');
  if (arm.interval_ns) {
    const std::size_t from = ColumnOf(arm.interval_ns->low, scale);
    const std::size_t to = ColumnOf(arm.interval_ns->high, scale);
    for (std::size_t i = from; i <= to; ++i) plot[i] = '=';
  }
  for (const double ns : arm.run_medians_ns) plot[ColumnOf(ns, scale)] = 'o';
  plot[ColumnOf(arm.median_ns, scale)] = '|';
  return Line(Padded(arm.name, kNameColumns) + plot + RightOf(Ns(arm.median_ns), kNumberColumns));
}

// The height of a value from -most to most; a value outside is at the end.
std::string_view BlockOf(double percent, double most) {
  const double share = std::clamp((percent + most) / (2 * most), 0.0, 1.0);
  return kBlocks[1 + static_cast<std::size_t>(std::lround(share * static_cast<double>(kHighest - 1)))];
}

// One round is seen where others are many: only none is nothing.
std::string_view BlockOf(std::size_t count, std::size_t most) {
  if (count == 0) return kBlocks[0];
  const double share = static_cast<double>(count) / static_cast<double>(most);
  return kBlocks[std::max<std::size_t>(1, static_cast<std::size_t>(std::lround(share * kHighest)))];
}

std::string Percent(double percent) { return fmt::format("{:g} %", percent); }

std::string BeyondNote(const Panel& panel) { return panel.beyond == 0 ? "" : "; " + BeyondText(panel); }

std::string EachPoint(const char* point, std::size_t per_point, const char* what) {
  return per_point == 1 ? "" : fmt::format(", each {} the median of {} {}", point, per_point, what);
}

std::string Plots(const Panel& panel) {
  return RunMediansText(panel) + "\n" + RoundsText(panel) + "\n" + HistogramText(panel) + "\n" + CpuidsText(panel);
}

}  // namespace

std::string RunMediansText(const Panel& panel) {
  std::string text = Note(fmt::format("{}: medians of the runs, ns", panel.title)) +
                     ScaleLine(Ns(panel.ns.low), Ns(panel.ns.high), kPlotColumns);
  for (const PanelArm& arm : panel.arms) text += RunMediansRow(arm, panel.ns);
  return text + Note("o a run" + EachPoint("o", panel.runs_per_point, "runs") +
                     "  | the median of all rounds  = the 95 % interval of the difference, from the baseline's median");
}

std::string RoundsText(const Panel& panel) {
  const std::size_t points = panel.arms.front().round_percents.size();
  const std::size_t more = (points + kPlotColumns - 1) / kPlotColumns;
  std::string text = Note(fmt::format("{}: rounds in the order of measuring", panel.title)) +
                     ScaleLine("1", FormatCount(static_cast<std::int64_t>(panel.rounds)), (points + more - 1) / more);
  for (const PanelArm& arm : panel.arms) {
    std::string plot;
    for (const double percent : Thinned(arm.round_percents, more)) plot += BlockOf(percent, panel.shown_percent);
    text += Line(Padded(arm.name, kNameColumns) + plot);
  }
  return text + Note(fmt::format("{0} {2} less time than the arm's median .. {1} {2} more{3}{4}", kBlocks[1],
                                 kBlocks[kHighest], Percent(panel.shown_percent),
                                 EachPoint("column", more * panel.rounds_per_point, "rounds"), BeyondNote(panel)));
}

std::string HistogramText(const Panel& panel) {
  std::string text = Note(fmt::format("{}: how the rounds of an arm are distributed", panel.title)) +
                     ScaleLine("-" + Percent(panel.shown_percent), "+" + Percent(panel.shown_percent), kHistogramBins);
  for (const PanelArm& arm : panel.arms) {
    const std::size_t most = *std::max_element(arm.histogram.begin(), arm.histogram.end());
    std::string plot;
    for (const std::size_t count : arm.histogram) plot += BlockOf(count, most);
    text += Line(Padded(arm.name, kNameColumns) + plot);
  }
  return text + Note(fmt::format("more or less time than the arm's median; {} the most frequent{}", kBlocks[kHighest],
                                 panel.beyond == 0 ? "" : BeyondNote(panel) + ", counted in the outermost columns"));
}

std::string CpuidsText(const Panel& panel) {
  std::string text = Note(fmt::format("{}: CPUIDs per request", panel.title));
  for (const PanelArm& arm : panel.arms) {
    if (arm.cpuids) {
      const auto count = static_cast<std::size_t>(*arm.cpuids);
      text += Line(Padded(arm.name, kNameColumns) + std::string(count, '#') + (count > 0 ? " " : "") +
                   FormatCount(*arm.cpuids));
    } else {
      text += Line(Padded(arm.name, kNameColumns) + "not known");
    }
  }
  const std::string unknown = CpuidsUnknown(panel);
  return text + (unknown.empty() ? "" : Note(unknown));
}

std::string RenderTextPlots(const std::vector<Panel>& panels, const PhaseAttribution* attribution) {
  std::string text;
  for (const Panel& panel : panels) text += (text.empty() ? "" : "\n") + Plots(panel);
  if (attribution == nullptr) return text;
  for (const Attribution& operation : attribution->operations) text += "\n" + PlainBars(operation);
  return text;
}

}  // namespace firstbyte::report
