// SPDX-License-Identifier: GPL-2.0-or-later
// C++ names as people write them.
#ifndef FIRSTBYTE_CPUID_DEMANGLE_H_
#define FIRSTBYTE_CPUID_DEMANGLE_H_

#include <cstddef>
#include <string>

namespace firstbyte::cpuid {

// "_ZN2v84base3CPUC1Ev+0x51" as "v8::base::CPU::CPU()+0x51"; other names as they are. Control characters become "?":
// names come from files.
std::string Demangle(const std::string& symbol);

// At most `width` characters: the middle of a longer name is left out.
std::string Shorten(const std::string& name, std::size_t width);

}  // namespace firstbyte::cpuid

#endif  // FIRSTBYTE_CPUID_DEMANGLE_H_
