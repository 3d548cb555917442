// SPDX-License-Identifier: GPL-2.0-or-later
// For tests: a profile in round numbers.
#ifndef FIRSTBYTE_REPORT_PROFILE_TESTING_H_
#define FIRSTBYTE_REPORT_PROFILE_TESTING_H_

#include "report/profile_results.h"

namespace firstbyte::report {

// Decompression, baseline and patched, of 1000 samples each: 800 and 660 at the two CPUIDs of an init, 10 stacks of the
// baseline not followed. The conditions are those of RoundPhases().
ProfileResults RoundProfile();

}  // namespace firstbyte::report

#endif  // FIRSTBYTE_REPORT_PROFILE_TESTING_H_
