// SPDX-License-Identifier: GPL-2.0-or-later
// The performance monitoring units as sysfs describes them: /sys/bus/event_source/devices/PMU with `type` (the number
// that perf_event_open(2) knows it by), `format/TERM` (which bits of the config a term is: "config:0-7,32-35") and
// `events/NAME` (a name for terms: "event=0x3c,umask=0x0"). Below a root, so that tests can have any machine.
#ifndef FIRSTBYTE_PERF_PMU_H_
#define FIRSTBYTE_PERF_PMU_H_

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"

namespace firstbyte::perf {

struct Pmu {
  std::string name;
  std::uint32_t type = 0;
};

struct Config {
  std::uint64_t config = 0;
  std::uint64_t config1 = 0;
  std::uint64_t config2 = 0;
};

// Nothing if there is none of that name, or it has no type.
std::optional<Pmu> FindPmu(const std::string& root, std::string_view name);

// Those that count what a core does: `cpu`, or one per kind of core (`cpu_core` and `cpu_atom`), sorted by name. Empty
// in a machine without a PMU.
std::vector<Pmu> CorePmus(const std::string& root);
bool IsCore(const std::string& root, const Pmu& pmu);

// Whether the PMU is that of CPU `cpu`, by its list `cpus`, which only PMUs of one kind of core among several have.
bool CountsOn(const std::string& root, const Pmu& pmu, int cpu);

// What TERMS of `PMU/TERMS/` ask for: "event=0xc0,umask=1", a term alone (1), a name of `events`, or the two mixed. The
// error is half a sentence, without a full stop.
Result<Config> ConfigOf(const std::string& root, const Pmu& pmu, std::string_view terms);

}  // namespace firstbyte::perf

#endif  // FIRSTBYTE_PERF_PMU_H_
