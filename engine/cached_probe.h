/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Injected before every source file of a `cached` engine (-include): takes the place of zstd's common/cpu.h, whose
 * include guard, structure and accessors it has.
 *
 * ZSTD_cpuid() then reads what a constructor found out once, when the shared object was loaded, so that no context
 * executes a CPUID. Fits 1.4.x to 1.5.x and the kernel's copies, without a change to their trees. Assembly files get
 * nothing. house-ok: guard: it has to be zstd's. */
#if !defined(ZSTD_COMMON_CPU_H) && !defined(__ASSEMBLER__)
#define ZSTD_COMMON_CPU_H

typedef struct {
  unsigned f1c;
  unsigned f1d;
  unsigned f7b;
  unsigned f7c;
} ZSTD_cpuid_t;

extern ZSTD_cpuid_t firstbyte_cached_cpuid __attribute__((visibility("hidden")));

static inline __attribute__((unused)) ZSTD_cpuid_t ZSTD_cpuid(void) { return firstbyte_cached_cpuid; }

/* CPUID.7.0:EBX bits 3 and 8, as in Intel's manual, volume 2, CPUID. */
static inline __attribute__((unused)) int ZSTD_cpuid_bmi1(ZSTD_cpuid_t const cpuid) {
  return (cpuid.f7b & (1U << 3)) != 0;
}
static inline __attribute__((unused)) int ZSTD_cpuid_bmi2(ZSTD_cpuid_t const cpuid) {
  return (cpuid.f7b & (1U << 8)) != 0;
}

#endif
