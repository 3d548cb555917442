// SPDX-License-Identifier: GPL-2.0-or-later
// Exact statements about shares: how often something happened in a number of independent trials.
#ifndef FIRSTBYTE_REPORT_BINOMIAL_H_
#define FIRSTBYTE_REPORT_BINOMIAL_H_

#include <cstdint>

#include "report/statistics.h"

namespace firstbyte::report {

// P(X <= k) of n trials with probability p each. 0 <= k <= n, 0 <= p <= 1.
double BinomialAtMost(std::int64_t k, std::int64_t n, double p);

// Clopper and Pearson (Biometrika 26, 1934): the probabilities that the exact binomial test does not reject. Never
// covers less than promised; 0 and n successes have 0 and 1 as an end. 0 <= successes <= trials, at least one trial.
Interval ClopperPearson(std::int64_t successes, std::int64_t trials, double confidence = 0.95);

// The sign test: two-sided p value of "as likely above 0 as below", of values that are not 0.
double SignTestP(std::int64_t above, std::int64_t below);

}  // namespace firstbyte::report

#endif  // FIRSTBYTE_REPORT_BINOMIAL_H_
