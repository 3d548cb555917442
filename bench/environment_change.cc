// SPDX-License-Identifier: GPL-2.0-or-later
#include "bench/environment_change.h"

#include <algorithm>
#include <array>
#include <string_view>

namespace firstbyte::bench {
namespace {

// Their values differ from one minute to the next, or, like the way the CPU was chosen, when a measurement is resumed.
constexpr std::array<std::string_view, 5> kMoving = {"load average", "memory", "steal time", "frequency", "pinned CPU"};

bool Same(const report::EnvironmentCheck& before, const report::EnvironmentCheck& now) {
  const bool moving = std::find(kMoving.begin(), kMoving.end(), now.name) != kMoving.end();
  return before.verdict == now.verdict && (moving || before.value == now.value);
}

}  // namespace

Checks ChangedChecks(const Checks& before, const Checks& now) {
  Checks changed;
  for (const report::EnvironmentCheck& check : now) {
    const auto old = std::find_if(before.begin(), before.end(), [&](const auto& b) { return b.name == check.name; });
    if (old == before.end() || !Same(*old, check)) changed.push_back(check);
  }
  return changed;
}

}  // namespace firstbyte::bench
