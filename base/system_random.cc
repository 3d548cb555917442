// SPDX-License-Identifier: GPL-2.0-or-later
#include "base/system_random.h"

#include <sys/random.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/random.h"

namespace firstbyte {

std::uint64_t SystemRandom() {
  std::uint64_t number = 0;
  if (getrandom(&number, sizeof number, GRND_NONBLOCK) == static_cast<ssize_t>(sizeof number)) return number;
  return Stream(static_cast<std::uint64_t>(ReadClockNs(CLOCK_REALTIME)), static_cast<std::uint64_t>(getpid())).Next();
}

std::uint64_t DrawSeed() { return SystemRandom() % 1'000'000; }

}  // namespace firstbyte
