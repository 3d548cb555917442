// SPDX-License-Identifier: GPL-2.0-or-later
#include "report/plot_panels.h"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <iterator>
#include <set>
#include <utility>

#include "base/median.h"
#include "report/cells.h"
#include "report/cpuids_per_request.h"
#include "report/round_means.h"
#include "report/text.h"

namespace firstbyte::report {
namespace {

constexpr std::size_t kNameCharacters = 16;

// Of all arms, rounds and runs each, so that a page with its plots stays below a megabyte however long was measured.
constexpr std::size_t kMostPoints = 3000;
constexpr std::size_t kMostPointsPerArm = 250;

// A panel shows at least this share of its rounds where they are; the rest may have been interrupted.
constexpr double kShare = 0.95;

std::size_t PerPoint(std::size_t values, std::size_t arms) {
  const std::size_t points = std::clamp<std::size_t>(kMostPoints / arms, 1, kMostPointsPerArm);
  return std::max<std::size_t>(1, (values + points - 1) / points);
}

// A file may call its arms anything, so that two may look alike once they are short.
std::string UniqueName(const std::string& name, std::set<std::string>& taken) {
  std::string unique = Shortened(name, kNameCharacters);
  for (int i = 2; !taken.insert(unique).second; ++i) {
    const std::string number = fmt::format("~{}", i);
    unique = Shortened(name, kNameCharacters - number.size()) + number;
  }
  return unique;
}

std::optional<Interval> IntervalOf(const Row& row, double reference_ns) {
  if (!row.difference || !row.difference->ns_interval) return std::nullopt;
  const Interval& saved = *row.difference->ns_interval;
  return Interval{reference_ns - saved.high, reference_ns - saved.low};
}

std::optional<std::size_t> RoundsPerRun(const Means& means) {
  const std::size_t rounds = means.front().size();
  const bool same = std::all_of(means.begin(), means.end(), [&](const auto& run) { return run.size() == rounds; });
  return same ? std::optional(rounds) : std::nullopt;
}

std::vector<double> InOrder(const Means& means) {
  std::vector<double> all;
  for (const std::vector<double>& run : means) all.insert(all.end(), run.begin(), run.end());
  return all;
}

// The least that holds the share of the values. A time cannot be more than 100 % less than another.
double ShownPercent(std::vector<double> percents) {
  constexpr double kScales[] = {0.1, 0.2, 0.5, 1, 2, 5, 10, 20, 50};
  constexpr double kWidest = 100;
  for (double& percent : percents) percent = std::abs(percent);
  const auto within = static_cast<std::size_t>(std::ceil(kShare * static_cast<double>(percents.size()))) - 1;
  std::nth_element(percents.begin(), percents.begin() + static_cast<std::ptrdiff_t>(within), percents.end());
  const auto scale = std::lower_bound(std::begin(kScales), std::end(kScales), percents[within]);
  return scale == std::end(kScales) ? kWidest : *scale;
}

std::vector<std::size_t> Histogram(const std::vector<double>& percents, double shown) {
  std::vector<std::size_t> counts(kHistogramBins, 0);
  constexpr auto kLast = static_cast<double>(kHistogramBins - 1);
  for (const double percent : percents) {
    const double bin = std::floor((percent + shown) / (2 * shown) * static_cast<double>(kHistogramBins));
    ++counts[static_cast<std::size_t>(std::clamp(bin, 0.0, kLast))];
  }
  return counts;
}

// With room beside the outermost, and never nothing.
Interval ScaleOf(const Panel& panel) {
  double low = panel.arms.front().median_ns;
  double high = low;
  for (const PanelArm& arm : panel.arms) {
    for (const double ns : arm.run_medians_ns) {
      low = std::min(low, ns);
      high = std::max(high, ns);
    }
    low = std::min(low, arm.median_ns);
    high = std::max(high, arm.median_ns);
  }
  const double room = std::max(0.03 * (high - low), 0.001 * high);
  return {low - room, high + room};
}

PanelArm MakeArm(const Results& results, const Row& row, double reference_ns, const Means& means,
                 std::set<std::string>& names) {
  PanelArm arm;
  arm.name = UniqueName(results.arms[row.arm].name, names);
  arm.arm = row.arm;
  arm.median_ns = row.median_ns;
  arm.interval_ns = IntervalOf(row, reference_ns);
  arm.run_medians_ns = RunMedians(means);
  for (const double ns : InOrder(means)) arm.round_percents.push_back(-DeltaPercent(row.median_ns, ns));
  if (const auto cpuids = CpuidsPerRequest(results, results.arms[row.arm])) {
    arm.cpuids = *cpuids;
  } else {
    arm.cpuids_unknown = cpuids.error().message;
  }
  return arm;
}

// What was measured becomes what there is room for.
void Fit(Panel& panel, std::size_t all_arms) {
  panel.ns = ScaleOf(panel);
  std::vector<double> all;
  for (const PanelArm& arm : panel.arms) all.insert(all.end(), arm.round_percents.begin(), arm.round_percents.end());
  panel.shown_percent = ShownPercent(all);
  panel.beyond = static_cast<std::size_t>(std::count_if(
      all.begin(), all.end(), [&panel](double percent) { return std::abs(percent) > panel.shown_percent; }));
  panel.rounds = panel.arms.front().round_percents.size();
  panel.runs = panel.arms.front().run_medians_ns.size();
  panel.rounds_per_point = PerPoint(panel.rounds, all_arms);
  panel.runs_per_point = PerPoint(panel.runs, all_arms);
  for (PanelArm& arm : panel.arms) {
    arm.histogram = Histogram(arm.round_percents, panel.shown_percent);
    arm.round_percents = Thinned(arm.round_percents, panel.rounds_per_point);
    arm.run_medians_ns = Thinned(arm.run_medians_ns, panel.runs_per_point);
  }
}

}  // namespace

std::string BeyondText(const Panel& panel) {
  return panel.beyond == 1 ? "1 round lies beyond"
                           : FormatCount(static_cast<std::int64_t>(panel.beyond)) + " rounds lie beyond";
}

std::string CpuidsUnknown(const Panel& panel) {
  std::string text;
  std::set<std::string> said;
  for (const PanelArm& arm : panel.arms) {
    if (arm.cpuids || !said.insert(arm.cpuids_unknown).second) continue;
    text += (text.empty() ? "" : " ") + Printable(arm.cpuids_unknown);
  }
  return text;
}

std::vector<double> Thinned(const std::vector<double>& values, std::size_t per_point) {
  if (per_point <= 1) return values;
  std::vector<double> points;
  for (std::size_t first = 0; first < values.size(); first += per_point) {
    const auto begin = values.begin() + static_cast<std::ptrdiff_t>(first);
    const auto end = values.begin() + static_cast<std::ptrdiff_t>(std::min(first + per_point, values.size()));
    points.push_back(Median(std::vector<double>(begin, end)));
  }
  return points;
}

Result<std::vector<Panel>> PlotPanels(const Results& results, const Comparison& comparison) {
  const auto means = CollectMeans(results, comparison.clock);
  if (!means) return tl::unexpected<Error>(means.error());
  const auto within = [](const Group& group) { return group.engine == group.reference_engine; };
  std::set<std::string> engines;
  for (const Group& group : comparison.groups) engines.insert(group.engine);
  std::vector<Panel> panels;
  for (const Group& group : comparison.groups) {
    if (!within(group)) continue;
    Panel panel;
    panel.operation = panel.title = group.operation;
    panel.engine = Shortened(group.engine, 2 * kNameCharacters);
    // A round has the clock for all arms or for none.
    panel.rounds_per_run = RoundsPerRun((*means)[group.rows.front().arm]);
    if (engines.size() > 1) panel.title += ", " + panel.engine;
    std::set<std::string> names;
    for (const Row& row : group.rows) {
      // `both vs cached` has no times of its own.
      if (row.difference && row.reference != group.rows.front().arm) continue;
      panel.arms.push_back(MakeArm(results, row, group.rows.front().median_ns, (*means)[row.arm], names));
    }
    Fit(panel, results.arms.size());
    panels.push_back(std::move(panel));
  }
  return panels;
}

}  // namespace firstbyte::report
