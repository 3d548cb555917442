// SPDX-License-Identifier: GPL-2.0-or-later
#include "perf/event.h"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <optional>

#include "perf/pmu.h"

namespace firstbyte::perf {
namespace {

struct NamedEvent {
  std::string_view name;
  EventKind kind;
  std::uint64_t config;
};

// linux/perf_event.h: enum perf_hw_id and enum perf_sw_ids; the names are those of perf-list(1).
constexpr NamedEvent kEvents[] = {
    {"cycles", EventKind::kHardware, PERF_COUNT_HW_CPU_CYCLES},
    {"instructions", EventKind::kHardware, PERF_COUNT_HW_INSTRUCTIONS},
    {"cache-references", EventKind::kHardware, PERF_COUNT_HW_CACHE_REFERENCES},
    {"cache-misses", EventKind::kHardware, PERF_COUNT_HW_CACHE_MISSES},
    {"branches", EventKind::kHardware, PERF_COUNT_HW_BRANCH_INSTRUCTIONS},
    {"branch-misses", EventKind::kHardware, PERF_COUNT_HW_BRANCH_MISSES},
    {"bus-cycles", EventKind::kHardware, PERF_COUNT_HW_BUS_CYCLES},
    {"stalled-cycles-frontend", EventKind::kHardware, PERF_COUNT_HW_STALLED_CYCLES_FRONTEND},
    {"stalled-cycles-backend", EventKind::kHardware, PERF_COUNT_HW_STALLED_CYCLES_BACKEND},
    {"ref-cycles", EventKind::kHardware, PERF_COUNT_HW_REF_CPU_CYCLES},
    {"cpu-clock", EventKind::kSoftware, PERF_COUNT_SW_CPU_CLOCK},
    {"task-clock", EventKind::kSoftware, PERF_COUNT_SW_TASK_CLOCK},
    {"page-faults", EventKind::kSoftware, PERF_COUNT_SW_PAGE_FAULTS},
    {"context-switches", EventKind::kSoftware, PERF_COUNT_SW_CONTEXT_SWITCHES},
    {"cpu-migrations", EventKind::kSoftware, PERF_COUNT_SW_CPU_MIGRATIONS},
    {"minor-faults", EventKind::kSoftware, PERF_COUNT_SW_PAGE_FAULTS_MIN},
    {"major-faults", EventKind::kSoftware, PERF_COUNT_SW_PAGE_FAULTS_MAJ},
};

// asm-generic: the upper half of the config says which PMU (PERF_PMU_TYPE_SHIFT).
constexpr int kPmuShift = 32;

const NamedEvent* FindNamed(std::string_view name) {
  for (const NamedEvent& event : kEvents) {
    if (event.name == name) return &event;
  }
  return nullptr;
}

Event SoftwareOf(const NamedEvent& named) {
  const bool clock = named.config == PERF_COUNT_SW_CPU_CLOCK || named.config == PERF_COUNT_SW_TASK_CLOCK;
  return {std::string(named.name), EventKind::kSoftware, PERF_TYPE_SOFTWARE, named.config, 0, 0, clock ? "ns" : ""};
}

Event HardwareOf(const NamedEvent& named) {
  return {std::string(named.name), EventKind::kHardware, PERF_TYPE_HARDWARE, named.config, 0, 0, ""};
}

// A core's own flavour of a generic event.
Event OnPmu(Event event, const Pmu& pmu) {
  event.name = fmt::format("{}/{}/", pmu.name, event.name);
  event.config |= std::uint64_t{pmu.type} << kPmuShift;
  return event;
}

std::vector<Event> OnEachCore(const std::string& root, const Event& event, std::optional<int> cpu) {
  std::vector<Pmu> cores = CorePmus(root);
  // One kind of core, or none that sysfs knows of: the kernel knows what is meant.
  if (cores.size() < 2) return {event};
  const auto is_of_cpu = [&](const Pmu& core) { return CountsOn(root, core, *cpu); };
  if (cpu && std::any_of(cores.begin(), cores.end(), is_of_cpu))
    std::erase_if(cores, [&](const Pmu& core) { return !is_of_cpu(core); });
  std::vector<Event> events;
  for (const Pmu& core : cores) events.push_back(OnPmu(event, core));
  return events;
}

// "PMU/TERMS/" in its parts; nothing for another form.
struct PmuTerms {
  std::string_view pmu;
  std::string_view terms;
};
std::optional<PmuTerms> SplitPmuTerms(std::string_view name) {
  const std::size_t slash = name.find('/');
  if (slash == 0 || slash == std::string_view::npos || name.back() != '/' || name.size() < slash + 3)
    return std::nullopt;
  const std::string_view terms = name.substr(slash + 1, name.size() - slash - 2);
  if (terms.find('/') != std::string_view::npos) return std::nullopt;
  return PmuTerms{name.substr(0, slash), terms};
}

Result<std::vector<Event>> OfPmu(const std::string& root, std::string_view name, const PmuTerms& parts) {
  const auto pmu = FindPmu(root, parts.pmu);
  if (!pmu) return UsageError(fmt::format("Cannot count {}: this machine has no PMU \"{}\".", name, parts.pmu));
  const NamedEvent* const generic = FindNamed(parts.terms);
  if (generic != nullptr && generic->kind == EventKind::kHardware && IsCore(root, *pmu))
    return std::vector<Event>{OnPmu(HardwareOf(*generic), *pmu)};
  const auto config = ConfigOf(root, *pmu, parts.terms);
  if (!config) return UsageError(fmt::format("Cannot count {}: {}.", name, config.error().message));
  return std::vector<Event>{
      {std::string(name), EventKind::kHardware, pmu->type, config->config, config->config1, config->config2, ""}};
}

std::string KnownNames() {
  std::string names;
  for (const NamedEvent& event : kEvents) names += fmt::format("{}, ", event.name);
  return names + "PMU/TERMS/";
}

}  // namespace

Result<std::vector<Event>> ResolveEvent(const std::string& root, std::string_view name, std::optional<int> cpu) {
  if (const NamedEvent* const named = FindNamed(name); named != nullptr) {
    if (named->kind == EventKind::kSoftware) return std::vector<Event>{SoftwareOf(*named)};
    return OnEachCore(root, HardwareOf(*named), cpu);
  }
  if (const auto parts = SplitPmuTerms(name)) return OfPmu(root, name, *parts);
  return UsageError(fmt::format("No event is called \"{}\"; there are {}.", name, KnownNames()));
}

Event SoftwareEvent(perf_sw_ids id) {
  for (const NamedEvent& named : kEvents) {
    if (named.kind == EventKind::kSoftware && named.config == static_cast<std::uint64_t>(id)) return SoftwareOf(named);
  }
  return {fmt::format("software {}", static_cast<int>(id)),
          EventKind::kSoftware,
          PERF_TYPE_SOFTWARE,
          static_cast<std::uint64_t>(id),
          0,
          0,
          ""};
}

perf_event_attr AttributesOf(const Event& event) {
  perf_event_attr attributes{};
  attributes.size = sizeof attributes;
  attributes.type = event.type;
  attributes.config = event.config;
  attributes.config1 = event.config1;
  attributes.config2 = event.config2;
  return attributes;
}

}  // namespace firstbyte::perf
