// SPDX-License-Identifier: GPL-2.0-or-later
// Cuts a recording of the lab into windows: what one verdict sees. Each complete experiment gives one window for each
// way to compare and each arm that was measured so. Windows of one way and one arm share no block, so that shares of
// them have an honest interval; different arms of an experiment share the blocks of the reference.
//
//   paired      runs processes, both arms in every round
//   one process one process, both arms in every of runs x rounds rounds
//   alternated  runs processes of each arm, in turns
//   sequential  runs processes of the reference, then runs processes of the arm
//
// Each has runs x rounds blocks of the reference and as many of the arm: equal operations.
#ifndef FIRSTBYTE_REPORT_LAB_WINDOWS_H_
#define FIRSTBYTE_REPORT_LAB_WINDOWS_H_

#include <map>
#include <string>
#include <vector>

#include "base/error.h"
#include "report/lab_recording.h"
#include "report/round_means.h"

namespace firstbyte::report {

enum class LabUsage { kPaired, kOneProcess, kAlternated, kSequential };

// "paired", "one process", "alternated", "sequential".
std::string LabUsageName(LabUsage usage);

struct LabWindow {
  int experiment = 0;
  Means reference;  // nanoseconds per request, by process and round
  Means arm;
};

struct LabWindows {
  int experiments = 0;                                           // complete ones
  std::map<LabUsage, std::map<int, std::vector<LabWindow>>> of;  // by usage and arm; in the order of the experiments
};

// Experiments that are not complete are left out. Where a block of a window has no CPU time, and it is asked for, that
// is an error: leaving it out would make windows unequal.
Result<LabWindows> CutLabWindows(const LabRecording& recording, Clock clock);

}  // namespace firstbyte::report

#endif  // FIRSTBYTE_REPORT_LAB_WINDOWS_H_
