// SPDX-License-Identifier: GPL-2.0-or-later
// The cells of a table: what is derived from two medians, and how a number is printed. Every format and the check of
// the published tables use these functions, so that a delta or a percentage has one definition. Times are nanoseconds
// per operation. Derived values are computed from unrounded medians and rounded last; the printed delta may therefore
// differ by 1 from the difference of the printed medians.
#ifndef FIRSTBYTE_REPORT_CELLS_H_
#define FIRSTBYTE_REPORT_CELLS_H_

#include <cstdint>
#include <string>

namespace firstbyte::report {

// What the arm saves, as in the mails: positive when the arm is faster than the baseline.
double DeltaNs(double baseline_ns, double arm_ns);

// The same in percent of the baseline.
double DeltaPercent(double baseline_ns, double arm_ns);

// A change of the logarithm of the time, ln(baseline) - ln(arm), in percent of the baseline.
double LogDifferenceToPercent(double log_difference);

// "52,283": rounded to whole nanoseconds, halves away from 0, thousands separated as in the mails whatever the locale
// says. "-0" is "0".
std::string FormatNs(double ns);

// The end of an interval: as FormatNs, but with one decimal below 9.95 ns ("4.6", halves away from 0), where whole
// nanoseconds would hide how far from 0 it lies. Within 0.05 ns of it the end is "0.0", on either side.
std::string FormatNsEnd(double ns);

// What one CPUID costs: as FormatNs, with one decimal, halves away from 0, where it has one ("625.5"): it is multiplied
// by their number.
std::string FormatCost(double ns);

// "2.4%": one decimal, halves away from 0.
std::string FormatPercent(double percent);

// "+1.3%": what changes, with its sign.
std::string FormatChange(double percent);

// "2.4": for a column whose heading has the sign; a change beyond 100 % needs no decimal.
std::string FormatBarePercent(double percent);

// "2.4%", and "under 0.1%" of what would be "0.0%" but is not nothing.
std::string FormatAtLeast(double percent);

// A share of a whole in percent, in six characters at most whatever a busy machine made of it: beyond the whole,
// decimals say nothing.
std::string FormatShare(double share);

// "12", "30,000".
std::string FormatCount(std::int64_t count);

}  // namespace firstbyte::report

#endif  // FIRSTBYTE_REPORT_CELLS_H_
