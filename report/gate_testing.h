// SPDX-License-Identifier: GPL-2.0-or-later
// Judgements for tests.
#ifndef FIRSTBYTE_REPORT_GATE_TESTING_H_
#define FIRSTBYTE_REPORT_GATE_TESTING_H_

#include "report/judgement.h"

namespace firstbyte::report {

// A row of each kind.
inline Judgement MixedJudgement() {
  Judgement judgement;
  judgement.clock_name = "CLOCK_THREAD_CPUTIME_ID";
  judgement.clock_reason = "the wall clock scatters 6.0 times as much between runs";
  judgement.look = {12, 0.01};
  judgement.next_look = Look{24, 0.015};
  const auto row = [](const char* name, double change, GateVerdict verdict, const char* sentence) {
    RowJudgement judged;
    judged.row = name;
    judged.engine = "candidate";
    judged.reference_engine = "zstd-1.5.4";
    judged.change_percent = change;
    judged.interval_percent = Interval{change - 0.5, change + 0.5};
    judged.p = 0.001;
    judged.adjusted_p = 0.003;
    judged.margin_percent = 2;
    judged.detectable_percent = 0.61;
    judged.verdict = verdict;
    judged.sentence = sentence;
    return judged;
  };
  judgement.rows = {row("compress baseline", 4.04, GateVerdict::kRegressed, "It is <slower>."),
                    row("compress patched", 0.1, GateVerdict::kEquivalent, "It is the same."),
                    row("decompress baseline", 1.9, GateVerdict::kInconclusive, "Nobody knows.")};
  judgement.verdict = GateVerdict::kRegressed;
  judgement.sentence = "1 of 3 rows regressed.";
  return judgement;
}

inline Judgement InvalidJudgement() {
  Judgement judgement;
  judgement.clock_name = "CLOCK_MONOTONIC_RAW";
  judgement.sentence = "There is no A/A arm.";
  return judgement;
}

}  // namespace firstbyte::report

#endif  // FIRSTBYTE_REPORT_GATE_TESTING_H_
