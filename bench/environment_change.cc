// SPDX-License-Identifier: GPL-2.0-or-later
#include "bench/environment_change.h"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <string>
#include <string_view>

#include "bench/hypervisor_sources.h"

namespace firstbyte::bench {
namespace {

// Their values differ from one minute to the next, or, like the way the CPU was chosen, when a measurement is resumed.
constexpr std::array<std::string_view, 5> kMoving = {"load average", "memory", "steal time", "frequency", "pinned CPU"};

// The kernel's log forgets what it said when it booted, and is not for everybody to read: what it named, and whether
// that agreed with the rest, is no condition that can change while a kernel runs.
std::string WithoutKernelLog(const std::string& evidence) {
  constexpr std::string_view kSeparator = "; ";
  const std::string mark = fmt::format(" ({})", kKernelLog);
  std::string kept;
  for (std::size_t start = 0; start <= evidence.size();) {
    const std::size_t end = std::min(evidence.find(kSeparator, start), evidence.size());
    const std::string one = evidence.substr(start, end - start);
    if (!one.ends_with(mark)) kept += one + std::string(kSeparator);
    start = end + kSeparator.size();
  }
  return kept;
}

bool SameHypervisor(const report::EnvironmentCheck& before, const report::EnvironmentCheck& now) {
  return WithoutKernelLog(before.value) == WithoutKernelLog(now.value);
}

bool Same(const report::EnvironmentCheck& before, const report::EnvironmentCheck& now) {
  if (now.name == kHypervisorCheck) return SameHypervisor(before, now);
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
