// SPDX-License-Identifier: GPL-2.0-or-later
// Clocks as one number, where two readings are to be subtracted.
#ifndef FIRSTBYTE_BASE_CLOCK_H_
#define FIRSTBYTE_BASE_CLOCK_H_

#include <cstdint>
#include <ctime>

namespace firstbyte {

// A clock of clock_gettime(2), in nanoseconds. Executes no CPUID.
inline std::int64_t ReadClockNs(clockid_t clock) {
  timespec now{};
  clock_gettime(clock, &now);
  return std::int64_t{now.tv_sec} * 1'000'000'000 + now.tv_nsec;
}

}  // namespace firstbyte

#endif  // FIRSTBYTE_BASE_CLOCK_H_
