// SPDX-License-Identifier: GPL-2.0-or-later
#include "bench/meter.h"

#include <fmt/core.h>
#include <sys/resource.h>

#include <ctime>
#include <fstream>
#include <sstream>

#include "base/clock.h"
#include "base/number.h"
#if defined(__x86_64__)
#include <x86intrin.h>
#endif

namespace firstbyte::bench {
namespace {

std::optional<std::int64_t> ReadTsc() {
#if defined(__x86_64__)
  // The fences keep the block's instructions on their side; LFENCE serialises dispatch on Intel, and on AMD since Linux
  // sets it up so.
  _mm_lfence();
  const auto ticks = static_cast<std::int64_t>(__rdtsc());
  _mm_lfence();
  return ticks;
#else
  return std::nullopt;
#endif
}

std::string ReadFile(const std::string& path) {
  std::ifstream file(path);
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

std::optional<std::int64_t> Difference(const std::optional<std::int64_t>& later,
                                       const std::optional<std::int64_t>& earlier, std::int64_t least = 0) {
  if (!later || !earlier || *later - *earlier < least) return std::nullopt;
  return *later - *earlier;
}

}  // namespace

Reading operator-(const Reading& later, const Reading& earlier) {
  Reading d;
  d.wall_ns = later.wall_ns - earlier.wall_ns;
  d.cpu_ns = Difference(later.cpu_ns, earlier.cpu_ns, 1);
  d.tsc_ticks = Difference(later.tsc_ticks, earlier.tsc_ticks, 1);
  d.voluntary_switches = Difference(later.voluntary_switches, earlier.voluntary_switches);
  d.involuntary_switches = Difference(later.involuntary_switches, earlier.involuntary_switches);
  d.migrations = Difference(later.migrations, earlier.migrations);
  d.minor_faults = Difference(later.minor_faults, earlier.minor_faults);
  d.major_faults = Difference(later.major_faults, earlier.major_faults);
  d.steal_ticks = Difference(later.steal_ticks, earlier.steal_ticks);
  return d;
}

std::optional<std::int64_t> SchedValue(const std::string& text, const std::string& key) {
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) {
    std::istringstream words(line);
    std::string name;
    std::string colon;
    std::string value;
    if (words >> name >> colon >> value && name == key && colon == ":") return ParseNumber<std::int64_t>(value);
  }
  return std::nullopt;
}

std::optional<std::int64_t> StealTicks(const std::string& text, int cpu) {
  // cpuN user nice system idle iowait irq softirq steal ...
  constexpr int kStealColumn = 8;
  const std::string name = cpu == kAllCpus ? "cpu" : fmt::format("cpu{}", cpu);
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) {
    std::istringstream words(line);
    std::string word;
    if (!(words >> word) || word != name) continue;
    for (int column = 0; column < kStealColumn; ++column) {
      if (!(words >> word)) return std::nullopt;
    }
    return ParseNumber<std::int64_t>(word);
  }
  return std::nullopt;
}

SystemMeter::SystemMeter(int cpu, std::string root, const CounterSource& counters)
    : cpu_(cpu), root_(std::move(root)), counters_(cpu, counters) {}

void SystemMeter::ReadCounters(Reading& reading) const {
  rusage usage{};
  if (getrusage(RUSAGE_THREAD, &usage) == 0) {
    reading.voluntary_switches = usage.ru_nvcsw;
    reading.involuntary_switches = usage.ru_nivcsw;
    reading.minor_faults = usage.ru_minflt;
    reading.major_faults = usage.ru_majflt;
  }
  reading.migrations = SchedValue(ReadFile(root_ + "/proc/thread-self/sched"), "se.nr_migrations");
  reading.steal_ticks = StealTicks(ReadFile(root_ + "/proc/stat"), cpu_);
}

Reading SystemMeter::Before() {
  Reading reading;
  ReadCounters(reading);
  reading.counters = counters_.Read();
  reading.cpu_ns = ReadClockNs(CLOCK_THREAD_CPUTIME_ID);
  reading.wall_ns = ReadClockNs(CLOCK_MONOTONIC_RAW);
  reading.tsc_ticks = ReadTsc();
  return reading;
}

Reading SystemMeter::After() {
  Reading reading;
  reading.tsc_ticks = ReadTsc();
  reading.wall_ns = ReadClockNs(CLOCK_MONOTONIC_RAW);
  reading.cpu_ns = ReadClockNs(CLOCK_THREAD_CPUTIME_ID);
  reading.counters = counters_.Read();
  ReadCounters(reading);
  return reading;
}

Reading SystemMeter::Between(const Reading& before, const Reading& after) {
  Reading difference = after - before;
  difference.counts = counters_.Between(before.counters, after.counters);
  return difference;
}

std::map<std::string, std::string> SystemMeter::WhyNot() {
  std::map<std::string, std::string> reasons = counters_.WhyNot();
  const Reading probe = Before();
  // Of what can be read, these are known to stand still or go back at times: hypervisors move guests and make steal
  // time up.
  for (const char* field : {"cpu_ns", "tsc_ticks", "steal_ticks"})
    reasons[field] = "where it is null, the counter stood still or went back during the block";
  if (!probe.tsc_ticks) reasons["tsc_ticks"] = "this architecture has no time stamp counter";
  if (!probe.migrations)
    reasons["migrations"] = "the kernel has no se.nr_migrations in /proc/thread-self/sched (CONFIG_SCHED_DEBUG)";
  if (!probe.steal_ticks) reasons["steal_ticks"] = fmt::format("/proc/stat has no steal column for CPU {}", cpu_);
  if (!probe.voluntary_switches) {
    for (const char* field : {"voluntary_switches", "involuntary_switches", "minor_faults", "major_faults"}) {
      reasons[field] = "getrusage(RUSAGE_THREAD) failed";
    }
  }
  return reasons;
}

}  // namespace firstbyte::bench
