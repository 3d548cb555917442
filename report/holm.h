// SPDX-License-Identifier: GPL-2.0-or-later
// Several tests in one report: p values adjusted so that the chance that any true "no difference" falls below 5 % is
// 5 %, whatever the tests have to do with each other (S. Holm, Scand. J. Statist. 6, 1979).
#ifndef FIRSTBYTE_REPORT_HOLM_H_
#define FIRSTBYTE_REPORT_HOLM_H_

#include <vector>

namespace firstbyte::report {

// In the order of the arguments; each at least the p value it was, and at most 1.
std::vector<double> HolmAdjusted(const std::vector<double>& p);

}  // namespace firstbyte::report

#endif  // FIRSTBYTE_REPORT_HOLM_H_
