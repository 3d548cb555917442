// SPDX-License-Identifier: GPL-2.0-or-later
// What a reader must know before believing a comparison, one sentence each: a failed control, estimators that disagree,
// too few runs, an emulated CPU. Every format prints the same list. The sentences may contain names from the file; who
// prints them escapes them.
#ifndef FIRSTBYTE_REPORT_WARNINGS_H_
#define FIRSTBYTE_REPORT_WARNINGS_H_

#include <string>
#include <vector>

#include "report/comparison.h"
#include "report/results.h"

namespace firstbyte::report {

// How an arm is called in a sentence: "compress patched", with its engine where there are several.
std::string ArmLabel(const Results& results, std::size_t arm);

// The same for a row, which may compare with another arm than the baseline: "compress both vs cached".
std::string RowLabel(const Results& results, const Row& row);

struct Warning {
  bool serious = false;  // the numbers must not be believed as they stand
  std::string sentence;
};

// Serious ones first; empty when there is nothing to say.
std::vector<Warning> Warnings(const Results& results, const Comparison& comparison);

}  // namespace firstbyte::report

#endif  // FIRSTBYTE_REPORT_WARNINGS_H_
