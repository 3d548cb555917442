// SPDX-License-Identifier: GPL-2.0-or-later
// The numbers of the plots of a comparison: what report/text_plot.h draws with characters and report/vega_plots.h for a
// browser, so that both show the same. One panel per operation and engine, one row per arm in the order of the tables.
//
// Rounds are shown in percent of the arm's own median, so that what drifts with the machine looks alike in fast and
// slow arms. Nothing is left out: where there are more rounds or runs than a plot has room for, each point is the
// median of several that follow each other, and rounds beyond what a panel shows are drawn at its edge and counted.
#ifndef FIRSTBYTE_REPORT_PLOT_PANELS_H_
#define FIRSTBYTE_REPORT_PLOT_PANELS_H_

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "base/error.h"
#include "report/comparison.h"
#include "report/results.h"
#include "report/statistics.h"

namespace firstbyte::report {

// Odd, so that one is around the median.
inline constexpr std::size_t kHistogramBins = 41;

struct PanelArm {
  std::string name;      // printable, short, and unlike the others of its panel
  std::size_t arm = 0;   // index into Results::arms
  double median_ns = 0;  // the headline of the tables
  // The headline of the baseline less the difference's interval: where the arm stands beside that baseline. Nothing for
  // the baseline itself and where a difference has no interval.
  std::optional<Interval> interval_ns;
  std::vector<double> run_medians_ns;
  std::vector<double> round_percents;  // by which a round took longer than the median, in the order of measuring
  std::vector<std::size_t> histogram;  // kHistogramBins counts of rounds, from -shown_percent to it
  std::optional<int> cpuids;           // per request
  std::string cpuids_unknown;          // why there is no number
};

struct Panel {
  std::string operation;
  std::string engine;
  std::string title;  // "compress", with its engine where there are several
  std::vector<PanelArm> arms;
  std::size_t rounds = 0;  // per arm
  // The rounds of each run, where all have as many: with thread CPU time some may lack the clock.
  std::optional<std::size_t> rounds_per_run;
  std::size_t rounds_per_point = 1;
  std::size_t runs = 0;
  std::size_t runs_per_point = 1;
  Interval ns;               // that holds the medians of all runs
  double shown_percent = 0;  // rounds are shown from minus this to this
  std::size_t beyond = 0;    // rounds of all arms that lie outside
};

// `comparison` is that of `results`.
Result<std::vector<Panel>> PlotPanels(const Results& results, const Comparison& comparison);

// "28 rounds lie beyond", "1 round lies beyond".
std::string BeyondText(const Panel& panel);

// Why the CPUIDs of some arms are not known: each reason once. Empty where all are.
std::string CpuidsUnknown(const Panel& panel);

// Medians of so many values that follow each other; the last of what is left.
std::vector<double> Thinned(const std::vector<double>& values, std::size_t per_point);

}  // namespace firstbyte::report

#endif  // FIRSTBYTE_REPORT_PLOT_PANELS_H_
