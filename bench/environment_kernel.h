// SPDX-License-Identifier: GPL-2.0-or-later
// The kernel's settings that move numbers: "kernel", "ASLR", "clocksource", "huge pages", "mitigations" and
// "perf_event_paranoid".
#ifndef FIRSTBYTE_BENCH_ENVIRONMENT_KERNEL_H_
#define FIRSTBYTE_BENCH_ENVIRONMENT_KERNEL_H_

#include "bench/environment_check.h"
#include "bench/host.h"

namespace firstbyte::bench {

Checks KernelChecks(const Host& host);

}  // namespace firstbyte::bench

#endif  // FIRSTBYTE_BENCH_ENVIRONMENT_KERNEL_H_
