// SPDX-License-Identifier: GPL-2.0-or-later
// The CPU that is measured on: what it is, who shares it, and what caches it admits to.
#ifndef FIRSTBYTE_BENCH_ENVIRONMENT_CPU_H_
#define FIRSTBYTE_BENCH_ENVIRONMENT_CPU_H_

#include "bench/cpu_choice.h"
#include "bench/environment_check.h"
#include "bench/host.h"

namespace firstbyte::bench {

// "cpu model" and "logical CPUs".
Checks CpuChecks(const Host& host, const CpuChoice& choice);

// "pinned CPU" with its isolation, and "SMT". `guest`: the topology shown is the hypervisor's invention.
Checks SharingChecks(const Host& host, const CpuChoice& choice, bool guest);

// "caches". The C library sizes its memset and memcpy by the cache leaves of CPUID, the kernel its /sys files: where a
// hypervisor zeroes them, clearing and copying run at other thresholds than on the same silicon elsewhere.
Checks CacheChecks(const Host& host, const CpuChoice& choice);

}  // namespace firstbyte::bench

#endif  // FIRSTBYTE_BENCH_ENVIRONMENT_CPU_H_
