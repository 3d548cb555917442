// SPDX-License-Identifier: GPL-2.0-or-later
// Calibrations with given numbers, for tests. Nothing is measured.
#ifndef FIRSTBYTE_REPORT_CALIBRATION_TESTING_H_
#define FIRSTBYTE_REPORT_CALIBRATION_TESTING_H_

#include <string>

#include "report/calibration.h"

namespace firstbyte::report {

// A row of so many experiments, of which so many have a p value below 5 %; the others are spread over the rest.
CalibrationRow MakeCalibrationRow(const std::string& operation, const std::string& clock, int experiments,
                                  int false_positives);

// Of the machine and engine of MakeResults() (report/testing.h), with compress and decompress by both clocks: 400
// experiments with 16 false positives each, which holds.
Calibration MakeCalibration();

}  // namespace firstbyte::report

#endif  // FIRSTBYTE_REPORT_CALIBRATION_TESTING_H_
