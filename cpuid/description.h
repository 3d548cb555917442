// SPDX-License-Identifier: GPL-2.0-or-later
// What the CPUID instruction itself says of the CPU, to be held against what others say of it: the kernel in
// /proc/cpuinfo, and libcpuid. Under some hypervisors user mode and the kernel are given different answers.
#ifndef FIRSTBYTE_CPUID_DESCRIPTION_H_
#define FIRSTBYTE_CPUID_DESCRIPTION_H_

#include <cstdint>
#include <string>

#include "cpuid/cpu.h"

namespace firstbyte::cpuid {

struct Description {
  std::string vendor;  // leaf 0: "GenuineIntel", as it is
  std::string brand;   // leaves 0x80000002..4, as it is, without the blanks and zeros around it; empty if there is none
  bool bmi1 = false;   // leaf 7: what zstd's probe looks at
  bool bmi2 = false;
  std::int64_t executed = 0;  // CPUIDs that it took; at most 6
};

Description ReadDescription(Cpu& cpu);

}  // namespace firstbyte::cpuid

#endif  // FIRSTBYTE_CPUID_DESCRIPTION_H_
