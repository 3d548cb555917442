// SPDX-License-Identifier: GPL-2.0-or-later
// A share of samples, with its 95 % interval by Wilson's score (E. B. Wilson, JASA 22, 1927): it stays within 0 and 1,
// and says something for a share of 0, too. It takes samples for independent, which those at regular intervals of a
// loop are at best nearly; it knows nothing of how shares change from one measurement to the next.
#ifndef FIRSTBYTE_REPORT_WILSON_H_
#define FIRSTBYTE_REPORT_WILSON_H_

#include <cstdint>

namespace firstbyte::report {

struct Share {
  std::int64_t samples = 0;
  double value = 0;  // of all; 0 if there are none
  double low = 0;
  double high = 1;
};

// `samples` of `all`; 0 <= samples <= all.
Share ShareOf(std::int64_t samples, std::int64_t all);

}  // namespace firstbyte::report

#endif  // FIRSTBYTE_REPORT_WILSON_H_
