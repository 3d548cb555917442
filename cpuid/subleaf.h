// SPDX-License-Identifier: GPL-2.0-or-later
// Which CPUIDs ask for a subleaf.
#ifndef FIRSTBYTE_CPUID_SUBLEAF_H_
#define FIRSTBYTE_CPUID_SUBLEAF_H_

#include <algorithm>
#include <cstdint>
#include <iterator>

namespace firstbyte::cpuid {

// Leaves that look at ECX, by Intel's and AMD's manuals (CPUID). In the others it is what some earlier code left there.
inline constexpr std::uint32_t kLeavesWithSubleaves[] = {0x4,  0x7,  0xB,  0xD,  0xF,        0x10,       0x12,
                                                         0x14, 0x17, 0x18, 0x1B, 0x1D,       0x1E,       0x1F,
                                                         0x20, 0x23, 0x24, 0x29, 0x8000001D, 0x80000020, 0x80000026};

// ECX of leaves that look at it; else 0.
inline std::uint32_t SubleafOf(std::uint32_t leaf, std::uint32_t ecx) {
  const bool has = std::find(std::begin(kLeavesWithSubleaves), std::end(kLeavesWithSubleaves), leaf) !=
                   std::end(kLeavesWithSubleaves);
  return has ? ecx : 0;
}

}  // namespace firstbyte::cpuid

#endif  // FIRSTBYTE_CPUID_SUBLEAF_H_
