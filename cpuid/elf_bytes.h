// SPDX-License-Identifier: GPL-2.0-or-later
// The bytes of an ELF file, copied: a mapping would change with the file, and end in a signal where the file has become
// shorter.
#ifndef FIRSTBYTE_CPUID_ELF_BYTES_H_
#define FIRSTBYTE_CPUID_ELF_BYTES_H_

#include <cstddef>
#include <memory>
#include <string>

#include "base/error.h"

namespace firstbyte::cpuid {

struct ElfBytes {
  std::unique_ptr<char[]> data;
  std::size_t size = 0;
};

// A file that cannot be opened is a usage error; one that does not begin as ELF files do, or is too large, is invalid.
Result<ElfBytes> ReadElfBytes(const std::string& path);

}  // namespace firstbyte::cpuid

#endif  // FIRSTBYTE_CPUID_ELF_BYTES_H_
