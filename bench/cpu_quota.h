// SPDX-License-Identifier: GPL-2.0-or-later
// The CPU bandwidth limit (CFS quota) that this process runs under, from cgroup v2 (cpu.max) or v1 (cpu.cfs_quota_us).
// Every group on the way to the root may have one; the tightest is what counts.
#ifndef FIRSTBYTE_BENCH_CPU_QUOTA_H_
#define FIRSTBYTE_BENCH_CPU_QUOTA_H_

#include <cstdint>
#include <optional>

#include "bench/host.h"

namespace firstbyte::bench {

struct CpuQuota {
  std::int64_t quota_us = 0;   // that all threads of the group may run together in each period
  std::int64_t period_us = 1;  // above 0

  double Cpus() const { return static_cast<double>(quota_us) / static_cast<double>(period_us); }
};

struct QuotaAnswer {
  bool readable = false;             // false if it is not known which group this process is in
  std::optional<CpuQuota> tightest;  // nothing if no group has a limit
};

// Groups outside a container's own view are not seen: their limits apply all the same.
QuotaAnswer ReadCpuQuota(const Host& host);

}  // namespace firstbyte::bench

#endif  // FIRSTBYTE_BENCH_CPU_QUOTA_H_
