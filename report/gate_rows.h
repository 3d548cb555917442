// SPDX-License-Identifier: GPL-2.0-or-later
// The rows of a comparison that a gate judges, and the controls that they rest on.
#ifndef FIRSTBYTE_REPORT_GATE_ROWS_H_
#define FIRSTBYTE_REPORT_GATE_ROWS_H_

#include <string>
#include <vector>

#include "report/comparison.h"
#include "report/policy.h"
#include "report/results.h"

namespace firstbyte::report {

// Points into the comparison.
struct GateRow {
  const Group* group = nullptr;
  const Row* row = nullptr;
};

// Where results have several engines, the arms of each against the same arms of the first; else all arms against the
// baseline. Never a control, and only the arms that the policy names.
std::vector<GateRow> RowsToJudge(const Results& results, const Comparison& comparison, const Policy& policy);

// What should be judged and has no row, in a sentence; empty if nothing is missing. Of each operation these must be
// judged: the arms that the policy names; and where there are several engines, every arm that any of them has, for each
// but the first.
std::string MissingRows(const Results& results, const Policy& policy, const std::vector<GateRow>& rows);

// The A/A controls of an operation, of all engines.
std::vector<GateRow> ControlsOf(const Results& results, const Comparison& comparison, const std::string& operation);

// Why the controls say nothing of these rows; empty if each operation has one that could have failed and did not.
std::string ControlProblem(const Results& results, const Comparison& comparison, const std::vector<GateRow>& rows);

}  // namespace firstbyte::report

#endif  // FIRSTBYTE_REPORT_GATE_ROWS_H_
