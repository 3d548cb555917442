// SPDX-License-Identifier: GPL-2.0-or-later
// A count, or a mean of counts, for people: "263,521" or "263,521.45", thousands separated whatever the locale.
#ifndef FIRSTBYTE_REPORT_GROUPED_NUMBER_H_
#define FIRSTBYTE_REPORT_GROUPED_NUMBER_H_

#include <string>

namespace firstbyte::report {

// Two decimals unless it is whole, or too small for them to show.
std::string GroupedNumber(double number);

}  // namespace firstbyte::report

#endif  // FIRSTBYTE_REPORT_GROUPED_NUMBER_H_
