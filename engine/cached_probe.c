/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Executes the CPUIDs of a `cached` engine: three, once, when the shared object is loaded (leaf 0 for the highest leaf,
 * then 1 and 7). */
#include "engine/cached_probe.h"

#include <cpuid.h>

ZSTD_cpuid_t firstbyte_cached_cpuid;

__attribute__((constructor)) static void ReadCpuidOnce(void) {
  unsigned a = 0;
  unsigned b = 0;
  unsigned c = 0;
  unsigned d = 0;
  unsigned const highest = __get_cpuid_max(0, 0);
  if (highest >= 1) {
    __cpuid(1, a, b, c, d);
    firstbyte_cached_cpuid.f1c = c;
    firstbyte_cached_cpuid.f1d = d;
  }
  if (highest >= 7) {
    __cpuid_count(7, 0, a, b, c, d);
    firstbyte_cached_cpuid.f7b = b;
    firstbyte_cached_cpuid.f7c = c;
  }
}
