// SPDX-License-Identifier: GPL-2.0-or-later
// A calibration as a document, schema `firstbyte-calibration/1` (docs/calibrate.md), and back.
//
// Strict JSON; what is null has its reason beside it. A reader refuses, with one sentence that names the file and the
// place, what cannot be: another schema, a file that was cut, counts that do not follow from the p values beside them.
// It is ExitCode::kInvalid; a file that does not exist or cannot be read is a usage error.
#ifndef FIRSTBYTE_REPORT_CALIBRATION_JSON_H_
#define FIRSTBYTE_REPORT_CALIBRATION_JSON_H_

#include <string>
#include <string_view>

#include "base/error.h"
#include "report/calibration.h"

namespace firstbyte::report {

inline constexpr char kCalibrationSchema[] = "firstbyte-calibration/1";

std::string CalibrationToJson(const Calibration& calibration);

Result<Calibration> ReadCalibrationFile(const std::string& path);

// The same for a text that is in memory already.
Result<Calibration> ParseCalibration(std::string_view text, std::string_view file_name);

}  // namespace firstbyte::report

#endif  // FIRSTBYTE_REPORT_CALIBRATION_JSON_H_
