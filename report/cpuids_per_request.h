// SPDX-License-Identifier: GPL-2.0-or-later
// How many CPUIDs one request of an arm executes. Not measured: it follows from how often the arm sets a context up and
// from what zstd executes each time, both of which tests hold (bench/request_cpuids_test.cc, engine/object_test.sh).
#ifndef FIRSTBYTE_REPORT_CPUIDS_PER_REQUEST_H_
#define FIRSTBYTE_REPORT_CPUIDS_PER_REQUEST_H_

#include "base/error.h"
#include "report/results.h"

namespace firstbyte::report {

// Leaves 0 and 7. zstd's source asks for leaf 1, too, but no caller reads it and compilers drop it, if they optimise.
inline constexpr int kCpuidsPerContext = 2;

// Invalid, with a sentence, where it is not known: a case of another version, or an engine other than those whose
// machine code was counted. `results` must be valid (report/validate.h).
Result<int> CpuidsPerRequest(const Results& results, const Arm& arm);

}  // namespace firstbyte::report

#endif  // FIRSTBYTE_REPORT_CPUIDS_PER_REQUEST_H_
