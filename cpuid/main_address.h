// SPDX-License-Identifier: GPL-2.0-or-later
// Where the main() of a program is, so that what its start costs can be told from what it does.
#ifndef FIRSTBYTE_CPUID_MAIN_ADDRESS_H_
#define FIRSTBYTE_CPUID_MAIN_ADDRESS_H_

#include <cstdint>
#include <optional>

#include "cpuid/elf_image.h"

namespace firstbyte::cpuid {

// The symbol `main` if the file has one; else what its entry code passes as the first argument (RDI) to its first call,
// which is how glibc's start code hands main() on. Empty where neither is so.
std::optional<std::uint64_t> MainAddress(const ElfImage& image);

}  // namespace firstbyte::cpuid

#endif  // FIRSTBYTE_CPUID_MAIN_ADDRESS_H_
