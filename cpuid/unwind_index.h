// SPDX-License-Identifier: GPL-2.0-or-later
// Where functions begin, by the search table of the unwind information (.eh_frame_hdr): what a stripped file still
// says.
#ifndef FIRSTBYTE_CPUID_UNWIND_INDEX_H_
#define FIRSTBYTE_CPUID_UNWIND_INDEX_H_

#include <libelf.h>

#include <cstdint>
#include <vector>

namespace firstbyte::cpuid {

// Addresses, sorted. Empty if there is no table, or one in another form than linkers write (32-bit offsets from the
// table's own address).
std::vector<std::uint64_t> ReadUnwindIndex(Elf* elf);

}  // namespace firstbyte::cpuid

#endif  // FIRSTBYTE_CPUID_UNWIND_INDEX_H_
