// SPDX-License-Identifier: GPL-2.0-or-later
// Numbers that nobody can foresee, from the kernel. std::random_device executes CPUIDs, which this program counts and
// must not add to.
#ifndef FIRSTBYTE_BASE_SYSTEM_RANDOM_H_
#define FIRSTBYTE_BASE_SYSTEM_RANDOM_H_

#include <cstdint>

namespace firstbyte {

// Where the kernel cannot give any (very early after it started), the time and the process stand in.
std::uint64_t SystemRandom();

// A seed for what is recorded and may have to be drawn again: 0 to 999,999, as few digits as can be typed again.
std::uint64_t DrawSeed();

}  // namespace firstbyte

#endif  // FIRSTBYTE_BASE_SYSTEM_RANDOM_H_
