// SPDX-License-Identifier: GPL-2.0-or-later
// Where known code calls to: an address that a real CALL or JMP of the same file leads to is the beginning of an
// instruction, even in assembly without symbols and unwind tables.
#ifndef FIRSTBYTE_CPUID_CALL_TARGETS_H_
#define FIRSTBYTE_CPUID_CALL_TARGETS_H_

#include <cstdint>
#include <vector>

#include "cpuid/elf_image.h"

namespace firstbyte::cpuid {

// The targets in [low, high] of direct CALLs and JMPs (E8, E9) that stand in functions with known bounds; sorted, each
// once.
std::vector<std::uint64_t> CallTargets(const ElfImage& image, std::uint64_t low, std::uint64_t high);

}  // namespace firstbyte::cpuid

#endif  // FIRSTBYTE_CPUID_CALL_TARGETS_H_
