// SPDX-License-Identifier: GPL-2.0-or-later
// Text that came from outside (a firmware string, a file name) made safe for a terminal, a table and JSON: printable
// ASCII only, everything else as \xNN, and of bounded length.
#ifndef FIRSTBYTE_BENCH_PRINTABLE_H_
#define FIRSTBYTE_BENCH_PRINTABLE_H_

#include <cstddef>
#include <string>
#include <string_view>

namespace firstbyte::bench {

// Long enough for every line that the kernel or a firmware really writes; a damaged file costs at most four times this.
inline constexpr std::size_t kPrintableLimit = 400;

// Tabs and newlines become blanks. Text longer than `limit` is cut and ends in "...".
std::string Printable(std::string_view text, std::size_t limit = kPrintableLimit);

}  // namespace firstbyte::bench

#endif  // FIRSTBYTE_BENCH_PRINTABLE_H_
