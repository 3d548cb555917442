// SPDX-License-Identifier: GPL-2.0-or-later
// Whether a gate may arm itself with a calibration of the machine: what was found there must be about the results that
// are to be judged, and must not say that the gate cannot do here what it promises.
//
// Refused: another kind of machine (CPU, hypervisor, kernel, accelerator) or another version of this program, whose
// loop and statistics are part of what was calibrated; no row for an operation and the clock; a rate that cannot be
// held, or that was not shown by experiments that are too few to show it or of which kHighestRate or more went wrong
// (report/calibration.h, AllowsJudging); and a margin that is narrower than half the interval of the last planned look,
// within which hardly any measurement could show even unchanged code to be, where these results have no more operations
// than the calibration (of more it cannot be told). Only said: what was not shown, more false alarms at the alpha
// of this look than that alpha, a margin that is found in fewer than
// four of five measurements, other engines (a gate is there to judge new ones), another build, another microcode or
// CPU.
#ifndef FIRSTBYTE_REPORT_CALIBRATION_USE_H_
#define FIRSTBYTE_REPORT_CALIBRATION_USE_H_

#include <optional>
#include <string>
#include <vector>

#include "report/calibration.h"
#include "report/gate_rows.h"
#include "report/policy.h"
#include "report/results.h"
#include "report/round_means.h"

namespace firstbyte::report {

struct NamedCalibration {
  std::string file;  // for sentences
  Calibration calibration;
};

// What the calibration says of one operation, by the clock that the gate judges by.
struct CalibrationUseRow {
  std::string operation;
  FalseAlarms alarms;
  RateState state = RateState::kNotShown;
  // At the last planned look and its alpha, with the calibration's operations: by the deviation, and by the one that
  // wild runs do not move. Where the smaller is above a margin it is said.
  double detectable_percent = 0;
  double robust_detectable_percent = 0;
};

struct CalibrationUse {
  std::string file;
  std::string refusal;             // why the gate does not arm itself and what to do, one sentence; empty if it does
  std::string sentence;            // the rates, for a line of the report; empty if the gate does not arm itself
  std::vector<std::string> notes;  // one sentence each
  std::vector<CalibrationUseRow> rows;
};

CalibrationUse UseCalibration(const NamedCalibration& named, const Results& results, const Policy& policy, Clock clock,
                              const std::vector<GateRow>& rows);

}  // namespace firstbyte::report

#endif  // FIRSTBYTE_REPORT_CALIBRATION_USE_H_
