// SPDX-License-Identifier: GPL-2.0-or-later
// What libcpuid says of this CPU: a second opinion. The only file that knows that library.
//
// It is asked in a child process: releases of it have crashed on CPUs and hypervisors that they do not know, and change
// the thread's CPU affinity. One raw reading executes 88 CPUIDs (0.6.2), so it is asked once and never between a
// calibration and a measurement. Only flags and names are taken over; what it says of cores and caches in guests is
// known to be wrong.
#ifndef FIRSTBYTE_CPUID_LIBCPUID_ADAPTER_H_
#define FIRSTBYTE_CPUID_LIBCPUID_ADAPTER_H_

#include <cstdint>
#include <string>

#include "base/error.h"

namespace firstbyte::cpuid {

struct LibcpuidView {
  std::string version;  // of the library
  std::string vendor;   // "AuthenticAMD"; empty if it does not know the CPU
  std::string brand;
  bool hypervisor = false;
  std::string hypervisor_name;  // empty if it does not know it
  bool bmi1 = false;
  bool bmi2 = false;
  bool avx2 = false;
};

// One raw reading of libcpuid 0.6.2: 32 basic and 32 extended leaves, and 24 subleaves.
inline constexpr std::int64_t kLibcpuidCpuids = 88;

// The error says how it failed: "libcpuid crashed (signal 8)", or its own words.
Result<LibcpuidView> AskLibcpuid();

// One raw reading, in this process. For tests of counters: it executes exactly kLibcpuidCpuids.
bool ReadRawByLibcpuid();

}  // namespace firstbyte::cpuid

#endif  // FIRSTBYTE_CPUID_LIBCPUID_ADAPTER_H_
