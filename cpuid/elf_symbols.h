// SPDX-License-Identifier: GPL-2.0-or-later
// The function symbols of an ELF file.
#ifndef FIRSTBYTE_CPUID_ELF_SYMBOLS_H_
#define FIRSTBYTE_CPUID_ELF_SYMBOLS_H_

#include <libelf.h>

#include <vector>

#include "cpuid/elf_image.h"

namespace firstbyte::cpuid {

// Of .symtab, .dynsym and .gnu_debugdata, sorted by address, each address once (a sized and global name wins). In
// relocatable objects addresses are file offsets.
std::vector<Symbol> ReadFunctionSymbols(Elf* elf);

}  // namespace firstbyte::cpuid

#endif  // FIRSTBYTE_CPUID_ELF_SYMBOLS_H_
