// SPDX-License-Identifier: GPL-2.0-or-later
// The median that every table and every calibration shows.
#ifndef FIRSTBYTE_BASE_MEDIAN_H_
#define FIRSTBYTE_BASE_MEDIAN_H_

#include <vector>

namespace firstbyte {

// The middle value; of an even number of values, the mean of the two in the middle. There must be at least one.
double Median(std::vector<double> values);

}  // namespace firstbyte

#endif  // FIRSTBYTE_BASE_MEDIAN_H_
