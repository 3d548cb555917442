// SPDX-License-Identifier: GPL-2.0-or-later
// Whether a measurement can be judged at all: a gate that judged one without a control that could fail, of too few runs
// or at a look that nobody planned would say "passed" of what it never saw.
#ifndef FIRSTBYTE_REPORT_JUDGEABLE_H_
#define FIRSTBYTE_REPORT_JUDGEABLE_H_

#include <optional>
#include <string>
#include <vector>

#include "report/calibration_use.h"
#include "report/comparison.h"
#include "report/gate_rows.h"
#include "report/policy.h"
#include "report/results.h"
#include "report/warnings.h"

namespace firstbyte::report {

// Why these rows cannot be judged, one sentence that may contain names from the file; empty if they can.
std::string WhyNotJudged(const Results& results, const Comparison& comparison, const Policy& policy,
                         const std::vector<GateRow>& rows, const std::vector<Warning>& warnings,
                         const std::optional<CalibrationUse>& calibration);

}  // namespace firstbyte::report

#endif  // FIRSTBYTE_REPORT_JUDGEABLE_H_
