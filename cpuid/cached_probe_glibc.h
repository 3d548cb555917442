/* SPDX-License-Identifier: GPL-2.0-or-later */
/* glibc's answer about BMI1 and BMI2, for cpuid/cached_probe.cc. A file of its own, because <sys/platform/x86.h> is C:
 * it does not compile as strict C++ with clang. */
#ifndef FIRSTBYTE_CPUID_CACHED_PROBE_GLIBC_H_
#define FIRSTBYTE_CPUID_CACHED_PROBE_GLIBC_H_

#include <features.h>

/* CPU_FEATURE_ACTIVE() is there since glibc 2.34. */
#if defined(__x86_64__) && defined(__GLIBC_PREREQ)
#if __GLIBC_PREREQ(2, 34)
#define FIRSTBYTE_HAVE_GLIBC_FEATURES 1
#endif
#endif

#ifdef __cplusplus
extern "C" {
#endif

#ifdef FIRSTBYTE_HAVE_GLIBC_FEATURES
int firstbyte_glibc_has_bmi1(void);
int firstbyte_glibc_has_bmi2(void);
#endif

#ifdef __cplusplus
}
#endif

#endif /* FIRSTBYTE_CPUID_CACHED_PROBE_GLIBC_H_ */
