// SPDX-License-Identifier: GPL-2.0-or-later
#include "perf/thread_usage.h"

#include <sys/resource.h>
#include <time.h>

namespace firstbyte::perf {

std::optional<ThreadUsage> UsageOfThisThread() {
  constexpr std::uint64_t kNsPerSecond = 1'000'000'000;
  timespec time{};
  rusage usage{};
  if (clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time) != 0 || getrusage(RUSAGE_THREAD, &usage) != 0) return std::nullopt;
  return ThreadUsage{static_cast<std::uint64_t>(time.tv_sec) * kNsPerSecond + static_cast<std::uint64_t>(time.tv_nsec),
                     static_cast<std::uint64_t>(usage.ru_minflt), static_cast<std::uint64_t>(usage.ru_majflt),
                     static_cast<std::uint64_t>(usage.ru_nvcsw) + static_cast<std::uint64_t>(usage.ru_nivcsw)};
}

std::optional<std::uint64_t> UsageOf(const ThreadUsage& usage, const Event& event) {
  if (event.type != PERF_TYPE_SOFTWARE) return std::nullopt;
  switch (event.config) {
    case PERF_COUNT_SW_CPU_CLOCK:
    case PERF_COUNT_SW_TASK_CLOCK:
      return usage.cpu_ns;
    case PERF_COUNT_SW_PAGE_FAULTS:
      return usage.minor_faults + usage.major_faults;
    case PERF_COUNT_SW_PAGE_FAULTS_MIN:
      return usage.minor_faults;
    case PERF_COUNT_SW_PAGE_FAULTS_MAJ:
      return usage.major_faults;
    case PERF_COUNT_SW_CONTEXT_SWITCHES:
      return usage.context_switches;
    default:
      return std::nullopt;
  }
}

}  // namespace firstbyte::perf
