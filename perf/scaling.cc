// SPDX-License-Identifier: GPL-2.0-or-later
#include "perf/scaling.h"

#include <fmt/core.h>

#include <limits>

namespace firstbyte::perf {

Result<Scaled> Scale(std::uint64_t value, std::uint64_t enabled, std::uint64_t running) {
  if (enabled == 0) return InvalidError("the counter was not enabled");
  if (running == 0) return InvalidError(fmt::format("not counted: enabled for {} ns, it never ran", enabled));
  if (running > enabled)
    return InvalidError(fmt::format("the kernel says that it ran for {} ns of {}", running, enabled));
  const unsigned __int128 scaled = static_cast<unsigned __int128>(value) * enabled / running;
  if (scaled > std::numeric_limits<std::uint64_t>::max())
    return InvalidError(fmt::format("it counted {}, but in {} of {} ns", value, running, enabled));
  return Scaled{static_cast<std::uint64_t>(scaled), static_cast<double>(running) / static_cast<double>(enabled)};
}

}  // namespace firstbyte::perf
