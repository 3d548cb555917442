// SPDX-License-Identifier: GPL-2.0-or-later
// What has changed about the machine between the start of a measurement and its going on: such rounds stand in one
// results file, and its readers must know.
#ifndef FIRSTBYTE_BENCH_ENVIRONMENT_CHANGE_H_
#define FIRSTBYTE_BENCH_ENVIRONMENT_CHANGE_H_

#include "bench/environment_check.h"

namespace firstbyte::bench {

// Those of `now` whose verdict is another one than `before`, or whose value is, unless its value moves all the time
// (the load, free memory). A check that `before` does not have is a change.
Checks ChangedChecks(const Checks& before, const Checks& now);

}  // namespace firstbyte::bench

#endif  // FIRSTBYTE_BENCH_ENVIRONMENT_CHANGE_H_
