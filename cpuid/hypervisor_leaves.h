// SPDX-License-Identifier: GPL-2.0-or-later
// What CPUID itself says of a hypervisor: bit 31 of leaf 1, the signatures from leaf 0x40000000 on, and whether the
// guest's memory is encrypted.
//
// A hypervisor may show another one's signature besides its own (KVM behind Hyper-V's at 0x40000000 stands at
// 0x40000100), so every base is looked at, in steps of 0x100, as long as the bases make sense; never more than
// kMostBases. Where bit 31 is clear these leaves are undefined and are not read: some CPUs answer them with other
// leaves' data.
#ifndef FIRSTBYTE_CPUID_HYPERVISOR_LEAVES_H_
#define FIRSTBYTE_CPUID_HYPERVISOR_LEAVES_H_

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "cpuid/cpu.h"

namespace firstbyte::cpuid {

// 0x40000000 .. 0x4000FF00.
inline constexpr int kMostBases = 256;

struct HypervisorSignature {
  std::uint32_t base = 0;
  std::string raw;   // the twelve characters as they are, trailing zeros cut off
  std::string name;  // "KVM"; empty if the signature is not known
};

struct HypervisorLeaves {
  bool bit = false;  // CPUID.1:ECX[31]
  std::vector<HypervisorSignature> signatures;
  bool tdx_guest = false;     // leaf 0x21 answers "IntelTDX    "
  bool sev_capable = false;   // leaf 0x8000001F: what the CPU can, not what this guest is
  std::int64_t executed = 0;  // CPUIDs that it took
};

HypervisorLeaves ReadHypervisorLeaves(Cpu& cpu);

// "KVMKVMKVM" as "KVM"; empty if it is not known.
std::string SignatureName(const std::string& raw);

}  // namespace firstbyte::cpuid

#endif  // FIRSTBYTE_CPUID_HYPERVISOR_LEAVES_H_
