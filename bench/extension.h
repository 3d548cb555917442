// SPDX-License-Identifier: GPL-2.0-or-later
// More runs of a measurement that is finished. Looking at a measurement and then deciding to go on is honest where the
// numbers of runs were planned before (report/policy.h: 12, 24 and 48, each with its part of alpha), so what it was
// extended from is recorded.
#ifndef FIRSTBYTE_BENCH_EXTENSION_H_
#define FIRSTBYTE_BENCH_EXTENSION_H_

#include <optional>

#include "base/error.h"
#include "report/results.h"

namespace firstbyte::bench {

// `finished` as a measurement of `runs` runs (nothing said: twice as many as it has) of which the first ones are done.
// A usage error where that is no more than there are. The placement of the further runs follows from the seed as if
// they had been planned from the start.
Result<report::Results> ExtendTo(report::Results finished, std::optional<int> runs);

}  // namespace firstbyte::bench

#endif  // FIRSTBYTE_BENCH_EXTENSION_H_
