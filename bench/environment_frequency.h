// SPDX-License-Identifier: GPL-2.0-or-later
// How fast the pinned CPU is allowed to run, and who decides: the checks "governor", "frequency driver", "frequency"
// and "turbo". A time is only comparable with another at the same frequency, and CPUID's cost follows it while the TSC
// does not. In a guest without cpufreq the host decides; that is said, and not taken for an all-clear.
#ifndef FIRSTBYTE_BENCH_ENVIRONMENT_FREQUENCY_H_
#define FIRSTBYTE_BENCH_ENVIRONMENT_FREQUENCY_H_

#include "bench/cpu_choice.h"
#include "bench/environment_check.h"
#include "bench/host.h"

namespace firstbyte::bench {

Checks FrequencyChecks(const Host& host, const CpuChoice& choice, bool guest);

}  // namespace firstbyte::bench

#endif  // FIRSTBYTE_BENCH_ENVIRONMENT_FREQUENCY_H_
