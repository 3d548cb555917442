// SPDX-License-Identifier: GPL-2.0-or-later
// Call stacks in the text form that flame graph tools read: a line "outermost;...;innermost COUNT" per stack, sorted,
// CPUIDs and REP STOS as innermost frames of their own. Of two arms: "stack COUNT1 COUNT2", as their differential
// graphs are made of.
#ifndef FIRSTBYTE_REPORT_COLLAPSED_H_
#define FIRSTBYTE_REPORT_COLLAPSED_H_

#include <string>
#include <string_view>

#include "report/profile_results.h"

namespace firstbyte::report {

// A name as one frame: ";" becomes ":", blanks and what is not printable "_"; "?" for no name at all.
std::string FrameName(std::string_view name);

std::string CollapsedStacks(const ProfileArm& arm);

// A stack that one of them does not have counts 0 there. Counts are those that were sampled; the tools can make them
// equal in sum.
std::string CollapsedDifference(const ProfileArm& before, const ProfileArm& after);

}  // namespace firstbyte::report

#endif  // FIRSTBYTE_REPORT_COLLAPSED_H_
