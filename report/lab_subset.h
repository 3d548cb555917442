// SPDX-License-Identifier: GPL-2.0-or-later
// A recording as if it had been planned with fewer processes per experiment: what each rule would have found with less.
#ifndef FIRSTBYTE_REPORT_LAB_SUBSET_H_
#define FIRSTBYTE_REPORT_LAB_SUBSET_H_

#include "base/error.h"
#include "report/lab_recording.h"

namespace firstbyte::report {

// The first `runs` processes of each kind, experiment and arm, and as many rounds of the long process, so that all ways
// to compare still have equally many blocks. Between the sequential processes of two arms there are then those that
// were left out. A usage error where there are not so many.
Result<LabRecording> FirstRuns(const LabRecording& recording, int runs);

}  // namespace firstbyte::report

#endif  // FIRSTBYTE_REPORT_LAB_SUBSET_H_
