// SPDX-License-Identifier: GPL-2.0-or-later
// Which clock a gate judges by, and why: what its policy says, or the quieter one.
//
// The wall clock of a shared machine holds what other programs took. Where it scatters more between runs than the
// thread's own time by more than half, the latter decides. A VM exit is in both. The choice looks at how far
// differences scatter, never at what they are.
#ifndef FIRSTBYTE_REPORT_GATE_CLOCK_H_
#define FIRSTBYTE_REPORT_GATE_CLOCK_H_

#include <string>

#include "base/error.h"
#include "report/comparison.h"
#include "report/gate_rows.h"
#include "report/policy.h"
#include "report/results.h"

namespace firstbyte::report {

struct GateClockChoice {
  Comparison comparison;
  std::string reason;  // half a sentence
};

Result<GateClockChoice> ChooseGateClock(const Results& results, const Policy& policy);

}  // namespace firstbyte::report

#endif  // FIRSTBYTE_REPORT_GATE_CLOCK_H_
