/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "cpuid/cached_probe_glibc.h"

#ifdef FIRSTBYTE_HAVE_GLIBC_FEATURES

#include <sys/platform/x86.h>

int firstbyte_glibc_has_bmi1(void) { return CPU_FEATURE_ACTIVE(BMI1); }
int firstbyte_glibc_has_bmi2(void) { return CPU_FEATURE_ACTIVE(BMI2); }

#endif
