// SPDX-License-Identifier: GPL-2.0-or-later
#include "report/calibration_testing.h"

#include "report/testing.h"

namespace firstbyte::report {

CalibrationRow MakeCalibrationRow(const std::string& operation, const std::string& clock, int experiments,
                                  int false_positives) {
  CalibrationRow row;
  row.operation = operation;
  row.clock = clock;
  const int others = experiments - false_positives;
  for (int i = 0; i < experiments; ++i) {
    const bool positive = i < false_positives;
    row.p_values.push_back(positive ? 0.03125 : 0.0625 + 0.9375 * (i - false_positives + 1) / others);
    row.estimates_percent.push_back(i % 3 - 1);
  }
  row.deviation_percent = 1;
  row.robust_deviation_percent = 0.5;
  row.intraclass_correlation = 0.25;
  return row;
}

Calibration MakeCalibration() {
  FixtureOptions options;
  options.operations = 25;
  options.arms = {"baseline", "A/A"};
  Calibration calibration;
  calibration.header = MakeResults(options);
  calibration.header.runs.clear();
  calibration.experiments = 400;
  for (const char* operation : {"compress", "decompress"}) {
    for (const char* clock : {"wall", "cpu"}) calibration.rows.push_back(MakeCalibrationRow(operation, clock, 400, 16));
  }
  return calibration;
}

}  // namespace firstbyte::report
