// SPDX-License-Identifier: GPL-2.0-or-later
// A share of windows, with the exact interval of Clopper and Pearson, 95 %.
#ifndef FIRSTBYTE_REPORT_LAB_SHARE_H_
#define FIRSTBYTE_REPORT_LAB_SHARE_H_

#include "report/binomial.h"
#include "report/statistics.h"

namespace firstbyte::report {

struct LabShare {
  int found = 0;
  int windows = 0;
  double share = 0;
  Interval interval;
};

// `windows` is not 0.
inline LabShare MakeLabShare(int found, int windows) {
  return {found, windows, static_cast<double>(found) / windows, ClopperPearson(found, windows)};
}

}  // namespace firstbyte::report

#endif  // FIRSTBYTE_REPORT_LAB_SHARE_H_
