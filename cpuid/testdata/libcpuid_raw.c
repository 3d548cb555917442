/* SPDX-License-Identifier: GPL-2.0-or-later */
/* One raw reading of libcpuid, which knows how many CPUIDs it executes. */
#include <libcpuid/libcpuid.h>

int main(void) {
  static struct cpu_raw_data_t raw;
  return cpuid_get_raw_data(&raw) != 0;
}
