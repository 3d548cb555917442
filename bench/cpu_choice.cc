// SPDX-License-Identifier: GPL-2.0-or-later
#include "bench/cpu_choice.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>

#include "base/cpulist.h"

namespace firstbyte::bench {
namespace {

std::vector<int> Common(const std::vector<int>& a, const std::vector<int>& b) {
  std::vector<int> common;
  std::set_intersection(a.begin(), a.end(), b.begin(), b.end(), std::back_inserter(common));
  return common;
}

std::vector<int> Without(const std::vector<int>& a, const std::vector<int>& b) {
  std::vector<int> rest;
  std::set_difference(a.begin(), a.end(), b.begin(), b.end(), std::back_inserter(rest));
  return rest;
}

tl::unexpected<Error> NotAllowed(const Host& host, int cpu, const std::vector<int>& allowed) {
  const std::string list = FormatCpuList(allowed);
  if (cpu < 0 || !host.Exists(fmt::format("/sys/devices/system/cpu/cpu{}", cpu))) {
    return UsageError(fmt::format("--cpu {}: this machine has no such CPU; allowed are {}.", cpu, list));
  }
  return UsageError(
      fmt::format("--cpu {}: this process may not run there (offline, or outside its affinity or cpuset); "
                  "allowed are {}.",
                  cpu, list));
}

}  // namespace

std::vector<int> IsolatedCpus(const Host& host) {
  const auto text = host.Read("/sys/devices/system/cpu/isolated");
  return text ? ParseCpuList(*text).value_or(std::vector<int>{}) : std::vector<int>{};
}

std::vector<int> AllowedCpus(const Host& host) {
  const HostFacts& facts = host.facts();
  const bool as_the_kernel_starts_processes = facts.affinity == Without(facts.reachable, IsolatedCpus(host));
  return as_the_kernel_starts_processes ? facts.reachable : facts.affinity;
}

Result<CpuChoice> ChooseCpu(const Host& host, std::optional<int> wanted) {
  const std::vector<int> allowed = AllowedCpus(host);
  if (allowed.empty()) return InvalidError("The kernel does not say which CPUs this process may run on.");
  if (wanted) {
    if (!Contains(allowed, *wanted)) return NotAllowed(host, *wanted, allowed);
    return CpuChoice{*wanted, "--cpu"};
  }
  const std::vector<int> isolated = Common(IsolatedCpus(host), allowed);
  if (!isolated.empty()) return CpuChoice{isolated.back(), "isolated"};
  return CpuChoice{allowed.back(), "last allowed CPU"};
}

}  // namespace firstbyte::bench
