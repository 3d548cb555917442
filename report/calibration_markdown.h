// SPDX-License-Identifier: GPL-2.0-or-later
// A calibration (report/calibration.h) for people: markdown that also reads as plain text, at most 80 columns.
#ifndef FIRSTBYTE_REPORT_CALIBRATION_MARKDOWN_H_
#define FIRSTBYTE_REPORT_CALIBRATION_MARKDOWN_H_

#include <string>

#include "report/calibration.h"

namespace firstbyte::report {

std::string RenderCalibration(const Calibration& calibration);

// "12 of 200 (6.0%; 95 % interval 3.1% to 10.2%)".
std::string DescribeFalseAlarms(const FalseAlarms& alarms);

// "400 A/A experiments of 12 runs x 9 rounds x 25 operations".
std::string DescribeExperiments(const Calibration& calibration);

}  // namespace firstbyte::report

#endif  // FIRSTBYTE_REPORT_CALIBRATION_MARKDOWN_H_
