// SPDX-License-Identifier: GPL-2.0-or-later
// How often a rule finds something where nothing is, on simulated machines with known vices (report/simulation.h): a
// recording says what a rule does on one machine in some minutes, and a rule may keep 5 % there because that machine
// happens not to have what the rule is blind to. The sign test over rounds is one: it holds where memory placement does
// not matter, and nowhere else.
#ifndef FIRSTBYTE_REPORT_LAB_REGIMES_H_
#define FIRSTBYTE_REPORT_LAB_REGIMES_H_

#include <string>
#include <vector>

#include "report/lab_rules.h"
#include "report/lab_share.h"

namespace firstbyte::report {

struct LabRegime {
  std::string name;  // of the regime
  LabShare found;    // of windows in which nothing differs
};

// For each rule the regimes in their order, from a fixed seed; each with windows of so many processes and rounds, as
// the rule's usage wants them. compare.py is simulated by the Mann-Whitney test of our own, which its verdicts equal.
std::vector<std::vector<LabRegime>> SimulateLabRules(const std::vector<LabRule>& rules, int runs, int rounds);

// Whether no regime shows that the rule finds more than 5 %.
bool HoldsInAll(const std::vector<LabRegime>& regimes);

}  // namespace firstbyte::report

#endif  // FIRSTBYTE_REPORT_LAB_REGIMES_H_
