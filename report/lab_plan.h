// SPDX-License-Identifier: GPL-2.0-or-later
// Which process of a recording does what: a function of the header and of the process's number, so that a recording
// goes on where it was stopped, and a reader knows what has to stand in each line.
//
// Experiments follow one another, and share no process. Each has
//   runs times    one "paired" process, which runs all arms in every round, then one "alternated" process for each arm
//                 that runs alone, in an order that is turned round from run to run;
//   then          for each arm that runs alone, runs "sequential" processes of it in a row;
//   then          one "long" process, which runs the arms that also run alone in every one of runs x rounds rounds.
// So each way to compare two arms has the same number of blocks of each: runs x rounds.
#ifndef FIRSTBYTE_REPORT_LAB_PLAN_H_
#define FIRSTBYTE_REPORT_LAB_PLAN_H_

#include <cstdint>
#include <string>
#include <vector>

#include "report/lab_recording.h"

namespace firstbyte::report {

// LabProcess::kind.
inline constexpr char kLabPaired[] = "paired";
inline constexpr char kLabAlternated[] = "alternated";
inline constexpr char kLabSequential[] = "sequential";
inline constexpr char kLabLong[] = "long";

struct LabPlan {
  std::string kind;
  int experiment = 0;
  int run = 0;
  std::vector<int> arms;
  int rounds = 0;
};

std::int64_t ProcessesPerExperiment(const LabHeader& header);
std::int64_t PlannedProcesses(const LabHeader& header);
// `number` from 0 to PlannedProcesses() - 1.
LabPlan PlanLabProcess(const LabHeader& header, std::int64_t number);

}  // namespace firstbyte::report

#endif  // FIRSTBYTE_REPORT_LAB_PLAN_H_
