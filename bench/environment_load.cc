// SPDX-License-Identifier: GPL-2.0-or-later
#include "bench/environment_load.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <optional>
#include <sstream>
#include <string>
#include <system_error>
#include <vector>

#include "bench/cpu_quota.h"
#include "bench/meter.h"

namespace firstbyte::bench {
namespace {

// With tasks spread evenly, this is the share of the CPUs that are busy. Above one half it is more likely than not that
// the pinned CPU (or the sibling of its core) has other work.
constexpr double kLoadPerCpu = 0.5;

// Below this share of available memory the kernel reclaims pages at any moment.
constexpr double kMemoryShare = 0.1;

template <typename Number>
std::optional<Number> ParseStart(const std::string& text) {
  Number number{};
  const auto [stop, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc()) return {};
  return number;
}

report::EnvironmentCheck LoadCheck(const Host& host) {
  constexpr char kName[] = "load average";
  const auto load = ParseStart<double>(host.Read("/proc/loadavg").value_or(""));
  if (!load || !std::isfinite(*load) || *load < 0) return Unreadable(kName, "/proc/loadavg");
  const int cpus = std::max(1, host.facts().online_cpus);
  const double per_cpu = *load / cpus;
  const std::string value = fmt::format("{:.2f} over 1 minute, {:.2f} per CPU", *load, per_cpu);
  if (per_cpu <= kLoadPerCpu) return Ok(kName, value);
  return Warning(kName, value,
                 "More than half of the CPUs were busy, so the pinned one may be too: wait until it is quiet.");
}

report::EnvironmentCheck QuotaCheck(const Host& host) {
  constexpr char kName[] = "CPU quota";
  const QuotaAnswer answer = ReadCpuQuota(host);
  if (!answer.readable) return Unreadable(kName, "The cgroup of this process");
  if (!answer.tightest) return Ok(kName, "none");
  const CpuQuota& quota = *answer.tightest;
  return Warning(
      kName, fmt::format("{:.2f} CPUs ({} us in each {} us)", quota.Cpus(), quota.quota_us, quota.period_us),
      "A group that has used up its quota stands still until the next period, in the middle of a round: lift it, "
      "or measure outside of the group.");
}

report::EnvironmentCheck StealCheck(const Host& host, bool guest) {
  constexpr char kName[] = "steal time";
  const auto ticks = StealTicks(host.Read("/proc/stat").value_or(""), kAllCpus);
  if (!ticks || *ticks < 0) return Unreadable(kName, "The steal column of /proc/stat");
  if (*ticks > 0) return Ok(kName, fmt::format("reported, {} ticks since boot", *ticks));
  if (!guest) return NotApplicable(kName, "0", "No hypervisor was seen that could steal.");
  return NotApplicable(kName, "0", "It has never moved, which does not mean that nothing was stolen.");
}

// The number of a line "MemTotal:  16000000 kB".
std::optional<double> MemInfo(const std::string& text, const std::string& field) {
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) {
    std::istringstream words(line);
    std::string name;
    std::string number;
    if (words >> name >> number && name == field) return ParseStart<double>(number);
  }
  return {};
}

report::EnvironmentCheck MemoryCheck(const Host& host) {
  constexpr char kName[] = "memory";
  constexpr double kKiloBytesPerGiga = 1024.0 * 1024.0;
  const std::string text = host.Read("/proc/meminfo").value_or("");
  const auto total = MemInfo(text, "MemTotal:");
  const auto available = MemInfo(text, "MemAvailable:");
  if (!total || !available || !(*total > 0) || !(*available >= 0) || !std::isfinite(*total + *available)) {
    return Unreadable(kName, "/proc/meminfo");
  }
  const std::string value =
      fmt::format("{:.1f} of {:.1f} GiB available", *available / kKiloBytesPerGiga, *total / kKiloBytesPerGiga);
  if (*available >= *total * kMemoryShare) return Ok(kName, value);
  return Warning(kName, value, "The kernel may reclaim memory while a round runs: free some.");
}

}  // namespace

Checks LoadChecks(const Host& host, bool guest) {
  return {LoadCheck(host), QuotaCheck(host), StealCheck(host, guest), MemoryCheck(host)};
}

}  // namespace firstbyte::bench
