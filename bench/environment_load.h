// SPDX-License-Identifier: GPL-2.0-or-later
// Who else may take time or memory from the measurement: "load average", "CPU quota", "steal time" and "memory". What
// is read here is the moment before the measurement; what happens during it stands in each round's own record.
#ifndef FIRSTBYTE_BENCH_ENVIRONMENT_LOAD_H_
#define FIRSTBYTE_BENCH_ENVIRONMENT_LOAD_H_

#include "bench/environment_check.h"
#include "bench/host.h"

namespace firstbyte::bench {

Checks LoadChecks(const Host& host, bool guest);

}  // namespace firstbyte::bench

#endif  // FIRSTBYTE_BENCH_ENVIRONMENT_LOAD_H_
