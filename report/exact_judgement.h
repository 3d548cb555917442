// SPDX-License-Identifier: GPL-2.0-or-later
// The exact gate: counts (report/exact_counts.h) against recorded ones, or those of one engine against another's, cell
// by cell and without statistics. One more CPUID, instruction or byte than before is a regression; one fewer is an
// improvement, and said, for the record is then out of date.
#ifndef FIRSTBYTE_REPORT_EXACT_JUDGEMENT_H_
#define FIRSTBYTE_REPORT_EXACT_JUDGEMENT_H_

#include <optional>
#include <string>
#include <vector>

#include "report/exact_counts.h"
#include "report/judgement.h"

namespace firstbyte::report {

// A cell that differs.
struct ExactDifference {
  std::string row;        // "compress patched", "phase reset (live)", "size of text pages"
  std::string engine;     // that is judged
  std::string reference;  // another engine, or "recorded"
  std::string what;       // "CPUIDs"
  double before = 0;
  double now = 0;
  GateVerdict verdict = GateVerdict::kRegressed;  // or kImproved
  std::string sentence;
};

struct ExactJudgement {
  GateVerdict verdict = GateVerdict::kInvalid;  // equivalent: all cells are the same
  std::string sentence;
  int rows = 0;                             // that were compared
  std::optional<std::string> not_measured;  // why only compressed sizes were
  std::vector<ExactDifference> differences;
  std::vector<std::string> notes;  // what could not be compared, and why
};

// Engines that `recorded` has are compared with it, the others with the first engine of `now`. Invalid: counts of
// another version of firstbyte, of an engine or of a compiler, of other pages; an engine or a row that is recorded and
// was not counted; nothing to compare. Phases that are missing are only noted, for not every tree can be taken apart.
// `required`: counts that were not measured, phases among them, are invalid, too.
ExactJudgement JudgeExact(const ExactCounts& now, const ExactCounts* recorded, bool required);

}  // namespace firstbyte::report

#endif  // FIRSTBYTE_REPORT_EXACT_JUDGEMENT_H_
