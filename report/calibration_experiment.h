// SPDX-License-Identifier: GPL-2.0-or-later
// One A/A experiment: what the comparison that a gate rests on (report/comparison.h) says of two copies of the
// baseline, by each clock. And many of them together.
#ifndef FIRSTBYTE_REPORT_CALIBRATION_EXPERIMENT_H_
#define FIRSTBYTE_REPORT_CALIBRATION_EXPERIMENT_H_

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"
#include "report/calibration.h"
#include "report/results.h"

namespace firstbyte::report {

// Of one operation by one clock.
struct CalibrationOutcome {
  std::string operation;
  std::string clock;  // "wall" or "cpu"
  double p = 1;       // of the exact sign-flip test over the runs
  double estimate_percent = 0;
  std::vector<double> runs_percent;  // D(r), which both are of
  std::optional<double> intraclass_correlation;
};

struct CalibrationExperiment {
  int experiment = 0;   // 0, 1, ...
  std::string started;  // UTC
  std::uint64_t seed = 0;
  // Of an experiment after --resume: the checks that say something else than the header's environment.
  std::vector<EnvironmentCheck> changed_conditions;
  std::vector<CalibrationOutcome> outcomes;
};

// A row for each A/A arm and clock. A clock that was not measured, or not in every run, has none.
Result<std::vector<CalibrationOutcome>> JudgeExperiment(const Results& results);

// `header`: of the experiments, but for their seeds. A row for each operation and clock that any experiment has.
Calibration SummariseExperiments(const Results& header, const std::vector<CalibrationExperiment>& experiments);

// A single line, for a journal, and back. `place` is how an error names the line. An experiment whose numbers cannot be
// is refused: p values outside (0, 1], runs that are not `runs`, absurd percents, a row twice, an operation or clock
// that there is not.
std::string ExperimentToJson(const CalibrationExperiment& experiment);
Result<CalibrationExperiment> ExperimentFromJson(std::string_view text, std::string_view place, int runs);

}  // namespace firstbyte::report

#endif  // FIRSTBYTE_REPORT_CALIBRATION_EXPERIMENT_H_
