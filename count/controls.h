// SPDX-License-Identifier: GPL-2.0-or-later
// What can be added to each request on purpose, to see that the counter and the gate find it: one more CPUID, one more
// setParameter, 64 more bytes cleared.
#ifndef FIRSTBYTE_COUNT_CONTROLS_H_
#define FIRSTBYTE_COUNT_CONTROLS_H_

#include <cstddef>

namespace firstbyte::count {

enum class Control { kNone, kCpuid, kParameter, kClear };

inline constexpr const char* kControlNames[] = {"none", "cpuid", "parameter", "clear"};

inline constexpr std::size_t kClearedByControl = 64;

}  // namespace firstbyte::count

#endif  // FIRSTBYTE_COUNT_CONTROLS_H_
