// SPDX-License-Identifier: GPL-2.0-or-later
// The names of what a `firstbyte-calibration/1` document holds: the one place that knows them, for the writer and for
// the reader (report/record_json.h visits them). A row's record has what was found and what follows from it.
#ifndef FIRSTBYTE_REPORT_CALIBRATION_FIELDS_H_
#define FIRSTBYTE_REPORT_CALIBRATION_FIELDS_H_

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "report/calibration.h"
#include "report/machine_identity.h"
#include "report/results_fields.h"

namespace firstbyte::report {

struct CalibrationLevelRecord {
  double alpha = 0;
  std::int64_t false_positives = 0;
};

struct CalibrationDetectableRecord {
  int runs = 0;
  double percent = 0;
  double robust_percent = 0;
};

struct CalibrationRowRecord {
  std::int64_t experiments = 0;
  std::int64_t false_positives = 0;
  double rate = 0;
  std::vector<double> rate_interval;  // low, high
  std::string state;
  std::optional<std::int64_t> experiments_to_show;
  std::vector<CalibrationLevelRecord> levels;
  std::optional<double> lag_one_autocorrelation;
  std::vector<CalibrationDetectableRecord> detectable;
  std::vector<std::int64_t> p_histogram;
  CalibrationRow row;
  std::map<std::string, std::string> null_reasons;
};

void Fields(auto& visit, Is<CalibrationLevelRecord> auto& level) {
  visit("alpha", level.alpha);
  visit("false_positives", level.false_positives);
}

void Fields(auto& visit, Is<CalibrationDetectableRecord> auto& detectable) {
  visit("runs", detectable.runs);
  visit("percent", detectable.percent);
  visit("robust_percent", detectable.robust_percent);
}

void Fields(auto& visit, Is<CalibrationRowRecord> auto& record) {
  visit("operation", record.row.operation);
  visit("clock", record.row.clock);
  visit("experiments", record.experiments);
  visit("false_positives", record.false_positives);
  visit("rate", record.rate);
  visit("rate_interval", record.rate_interval);
  visit("state", record.state);
  visit("experiments_to_show", record.experiments_to_show);
  visit("levels", record.levels);
  visit("deviation_percent", record.row.deviation_percent);
  visit("robust_deviation_percent", record.row.robust_deviation_percent);
  visit("intraclass_correlation", record.row.intraclass_correlation);
  visit("lag_one_autocorrelation", record.lag_one_autocorrelation);
  visit("detectable", record.detectable);
  visit("p_histogram", record.p_histogram);
  visit("p_values", record.row.p_values);
  visit("estimates_percent", record.row.estimates_percent);
  visit("null_reasons", record.null_reasons);
}

void Fields(auto& visit, Is<MachineIdentity> auto& machine) {
  visit("cpu_model", machine.cpu_model);
  visit("microcode", machine.microcode);
  visit("hypervisor", machine.hypervisor);
  visit("kernel_release", machine.kernel_release);
  visit("accel", machine.accel);
  visit("cpu", machine.cpu);
}

}  // namespace firstbyte::report

#endif  // FIRSTBYTE_REPORT_CALIBRATION_FIELDS_H_
