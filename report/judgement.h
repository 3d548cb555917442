// SPDX-License-Identifier: GPL-2.0-or-later
// Whether a measurement passes: each row against a margin that the project chose before (report/policy.h).
//
//   regressed     the arm is slower by the margin or more, and the interval excludes "no difference"
//   improved      the same, faster
//   equivalent    the whole interval lies within the margin: a change that matters is excluded; or the two engines
//                 execute the same code (report/same_code.h), whatever was seen
//   inconclusive  anything else: more runs, at the next planned look, can tell
//   invalid       the measurement must not be judged at all: a control that failed, could not have failed or is
//                 missing, an engine without a baseline, an arm that should be judged and has no row
//                 (report/gate_rows.h), an emulated CPU, a calibration of the machine that does not allow it
//                 (report/calibration_use.h), a number of runs that no look was planned for or that cannot tell
//                 anything
//
// The interval is that of the exact sign-flip test over runs (report/sign_flip.h) at the look's level; rows are several
// tests, so p values are Holm's (report/holm.h). What is no larger than what the A/A control of the operation shows is
// called neither regressed nor improved. Where results have several engines, the arms of each are compared with the
// same arms of the first; else all arms with the baseline.
#ifndef FIRSTBYTE_REPORT_JUDGEMENT_H_
#define FIRSTBYTE_REPORT_JUDGEMENT_H_

#include <optional>
#include <string>
#include <vector>

#include "base/error.h"
#include "report/calibration_use.h"
#include "report/comparison.h"
#include "report/policy.h"
#include "report/results.h"
#include "report/round_means.h"
#include "report/statistics.h"
#include "report/warnings.h"

namespace firstbyte::report {

enum class GateVerdict { kEquivalent, kImproved, kRegressed, kInconclusive, kInvalid };

struct RowJudgement {
  std::string row;                           // "compress patched"
  std::string engine;                        // of the arm that is judged
  std::string reference_engine;              // the same, where it is compared with the baseline
  double change_percent = 0;                 // of the time, by the paired estimate: positive is slower
  std::optional<Interval> interval_percent;  // of it, at the look's level
  double p = 1;
  double adjusted_p = 1;
  double margin_percent = 0;
  bool same_code = false;      // of the two engines: not a test of anything
  double control_percent = 0;  // what the A/A control of the operation shows, without a sign
  // The slow-down that so many runs find in four of five measurements, at the look's alpha.
  std::optional<double> detectable_percent;
  GateVerdict verdict = GateVerdict::kInconclusive;
  std::string sentence;  // in plain words
};

struct Judgement {
  Clock clock = Clock::kWall;
  std::string clock_name;
  std::string clock_reason;
  Look look;
  std::optional<Look> next_look;
  std::optional<CalibrationUse> calibration;  // nothing where none was named
  std::vector<RowJudgement> rows;
  std::vector<Warning> warnings;  // of the comparison, but for the one that is the sentence
  GateVerdict verdict = GateVerdict::kInvalid;
  std::string sentence;
};

// An error is for results that cannot be compared at all, or rows that the policy has no margin for. `calibration` may
// be null: then the gate judges without knowing how often this machine errs.
Result<Judgement> Judge(const Results& results, const Policy& policy, const NamedCalibration* calibration = nullptr);

// "regressed", ...
std::string GateVerdictName(GateVerdict verdict);

}  // namespace firstbyte::report

#endif  // FIRSTBYTE_REPORT_JUDGEMENT_H_
