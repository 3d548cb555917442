// SPDX-License-Identifier: GPL-2.0-or-later
// See parse_fuzz.cc.
#ifndef FIRSTBYTE_PERF_PARSE_FUZZ_H_
#define FIRSTBYTE_PERF_PARSE_FUZZ_H_

#include <cstdint>
#include <span>

namespace firstbyte::perf {

// Gives the input to the parser that its first byte names. Aborts if that contradicts itself.
void ParseAnything(std::span<const std::uint8_t> input);

}  // namespace firstbyte::perf

#endif  // FIRSTBYTE_PERF_PARSE_FUZZ_H_
