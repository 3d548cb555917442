// SPDX-License-Identifier: GPL-2.0-or-later
// Whether two arms of different engines execute the same code on the same data: what a measurement then shows is the
// machine, or where the code lies, and no property of a change.
#ifndef FIRSTBYTE_REPORT_SAME_CODE_H_
#define FIRSTBYTE_REPORT_SAME_CODE_H_

#include "report/results.h"

namespace firstbyte::report {

// By the digests of the engines' objects; false where they were not recorded, for arms of one engine, and for arms
// whose policies differ.
bool IsSameCode(const Results& results, const Arm& a, const Arm& b);

}  // namespace firstbyte::report

#endif  // FIRSTBYTE_REPORT_SAME_CODE_H_
