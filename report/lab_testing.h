// SPDX-License-Identifier: GPL-2.0-or-later
// Recordings of the lab that nobody measured, for tests.
#ifndef FIRSTBYTE_REPORT_LAB_TESTING_H_
#define FIRSTBYTE_REPORT_LAB_TESTING_H_

#include <cstdint>
#include <functional>

#include "report/lab_plan.h"
#include "report/lab_recording.h"

namespace firstbyte::report {

// CPU time of one request, nanoseconds: of the block of `arm` in a round of the planned process. Wall time is twice it.
using LabNs = std::function<double(const LabPlan& process, int round, int arm)>;

struct LabFixture {
  int experiments = 2;
  int runs = 6;
  int rounds = 3;
  std::int64_t operations = 1000;
};

// Base, A/A, "+1 %" and "+2 CPUID"; the first three also alone.
LabHeader MakeLabHeader(const LabFixture& fixture = {});

LabRecording MakeLabRecording(const LabFixture& fixture, const LabNs& ns);

}  // namespace firstbyte::report

#endif  // FIRSTBYTE_REPORT_LAB_TESTING_H_
