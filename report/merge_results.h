// SPDX-License-Identifier: GPL-2.0-or-later
// Two results files as one, so that the arms of the second can be compared with those of the first.
//
// They were measured one after the other and not within the same rounds: whatever the machine did in between is in the
// difference, and no statistic of these files can tell it from the code. Whoever shows such a comparison must say so.
#ifndef FIRSTBYTE_REPORT_MERGE_RESULTS_H_
#define FIRSTBYTE_REPORT_MERGE_RESULTS_H_

#include <string>
#include <vector>

#include "base/error.h"
#include "report/results.h"
#include "report/round_means.h"
#include "report/warnings.h"

namespace firstbyte::report {

struct NamedResults {
  std::string name;  // of the file, for sentences
  Results results;
};

// The first, with the arms of the second beside its own, whose engines are called "ENGINE (B)". Refused with one
// sentence that says what differs: another version of firstbyte, machine, accelerator or protocol (the placement's seed
// and the CPU aside).
Result<Results> MergeResults(const NamedResults& a, const NamedResults& b);

// What must be known of such a comparison: that it is one of two measurements, which conditions of theirs differ, and
// what each of them warns of by the clock of the comparison. A control says nothing of another clock's times.
std::vector<Warning> WarningsOfBoth(const NamedResults& a, const NamedResults& b, Clock clock);

}  // namespace firstbyte::report

#endif  // FIRSTBYTE_REPORT_MERGE_RESULTS_H_
