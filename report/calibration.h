// SPDX-License-Identifier: GPL-2.0-or-later
// How often a machine shows a difference where there is none: what A/A experiments found. Each experiment is a complete
// small measurement of two copies of the baseline (bench/calibration_measurement.h), judged as a gate judges
// (report/calibration_experiment.h). docs/calibrate.md describes the method and the file.
//
// Percents are 100 times a difference of natural logarithms of the time, as a gate's deviations are.
#ifndef FIRSTBYTE_REPORT_CALIBRATION_H_
#define FIRSTBYTE_REPORT_CALIBRATION_H_

#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "report/results.h"
#include "report/statistics.h"

namespace firstbyte::report {

// The rate that the test promises, and the highest that is still called that: room for the chance of a calibration that
// ends in minutes.
inline constexpr double kNominalRate = 0.05;
inline constexpr double kHighestRate = 0.08;

// The fewest that can show it, with no false alarm at all: 1 - 0.025^(1/45) is 7.87 %, of 44 it is 8.04 %.
inline constexpr std::int64_t kFewestExperiments = 45;
// Beyond, the file of p values outgrows what readers take.
inline constexpr std::int64_t kMostCalibrationExperiments = 100'000;

// The numbers of runs that the default policy looks at, and what each look may spend (report/policy.h).
inline constexpr std::array<int, 3> kPlannedLookRuns = {12, 24, 48};
inline constexpr std::array<double, 3> kPlannedLookAlphas = {0.01, 0.015, 0.025};

// Of one operation by one clock.
struct CalibrationRow {
  std::string operation;
  std::string clock;                      // "wall" or "cpu"
  std::vector<double> p_values;           // of each experiment, in their order
  std::vector<double> estimates_percent;  // the same; positive: the copy seemed slower
  // s_D, of the runs' differences: the root of the mean of the experiments' variances; and one that wild runs do not
  // move: 1.4826 median absolute deviations of all differences from their median, which normal values make the same.
  double deviation_percent = 0;
  double robust_deviation_percent = 0;
  // Of the rounds' paired differences: the mean over the experiments. Nothing for one round per run.
  std::optional<double> intraclass_correlation;
};

struct Calibration {
  Results header;  // no runs; its protocol is that of each experiment, but the seed, from which theirs are drawn
  std::int64_t experiments = 0;
  // "load average: 3.1": what experiments after a --resume found other than the header's environment says.
  std::vector<std::string> changed_conditions;
  std::vector<CalibrationRow> rows;
};

// Whether an estimate can be one: an infinite or absurd one would spoil every sum that it is part of.
inline bool IsPossiblePercent(double percent) { return std::abs(percent) <= 1e6; }

struct FalseAlarms {
  std::int64_t experiments = 0;
  std::int64_t false_positives = 0;
  double rate = 0;
  Interval interval;  // Clopper and Pearson's, 95 %
};

// The experiments of a row whose p value is below alpha.
FalseAlarms CountFalseAlarms(const CalibrationRow& row, double alpha = kNominalRate);

enum class RateState {
  kHolds,       // the upper end of the interval is kHighestRate at most
  kCannotHold,  // the lower end is above kNominalRate
  kNotShown,    // neither: too few experiments for the rate
};

RateState StateOf(const FalseAlarms& alarms);

// Whether a gate may judge: the rate holds, or that it was not shown may well be chance. Not where there are so few
// experiments that none could have shown it, nor where the rate that was seen is kHighestRate or more.
bool AllowsJudging(const FalseAlarms& alarms);

// "holds", "cannot hold" or "not shown".
std::string RateStateName(RateState state);

// About how many experiments would show that the rate holds, if more of them go like these (or as promised, where these
// went better); nothing where the rate seen is too high for that, or more than kMostCalibrationExperiments would be
// needed.
std::optional<std::int64_t> ExperimentsToShow(const FalseAlarms& alarms);

// How many values fall into each of `bins` parts of (0, 1]; each part has its lower end, the last its upper end, too.
std::vector<std::int64_t> Histogram(const std::vector<double>& p_values, std::size_t bins);

}  // namespace firstbyte::report

#endif  // FIRSTBYTE_REPORT_CALIBRATION_H_
