// SPDX-License-Identifier: GPL-2.0-or-later
// Where known code calls to: an address that a real CALL or jump of the same file leads to is the beginning of an
// instruction, even in assembly without symbols and unwind tables, and in the part of a function that compilers put
// elsewhere.
#ifndef FIRSTBYTE_CPUID_CALL_TARGETS_H_
#define FIRSTBYTE_CPUID_CALL_TARGETS_H_

#include <cstdint>
#include <vector>

#include "cpuid/elf_image.h"

namespace firstbyte::cpuid {

// The targets in any of the ranges of direct CALLs and jumps with 32-bit distances (E8, E9, 0F 80 to 0F 8F) that stand
// in functions with known bounds; sorted, each once. Looks at every byte of the file's code, once.
std::vector<std::uint64_t> CallTargets(const ElfImage& image, std::vector<AddressRange> ranges);

}  // namespace firstbyte::cpuid

#endif  // FIRSTBYTE_CPUID_CALL_TARGETS_H_
