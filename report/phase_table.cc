// SPDX-License-Identifier: GPL-2.0-or-later
#include "report/phase_table.h"

#include <fmt/core.h>

namespace firstbyte::report {
namespace {

constexpr char kEager[] = "eager";
constexpr char kDeferred[] = "deferred";

void AddProbe(const ProbeSummary& probe, PhaseTable& table) {
  for (const WholeRow& whole : probe.wholes) {
    for (const SavingRow& saving : probe.savings) {
      if (saving.operation != whole.name) continue;
      RequestCosts& costs = table.requests[{probe.probe, saving.operation}];
      costs = {whole.ns.value, saving.ns.value, whole.cpuids, saving.cpuids, 0};
      if (saving.cpuids > 0) costs.cpuid_ns = saving.cpuid_ns.value / saving.cpuids;
    }
  }
}

// Prices and times of this size are none, whatever they were measured with.
bool CanBe(const PhaseTable& table) {
  for (const auto& [name, costs] : table.requests) {
    if (!(costs.baseline_ns > 0) || costs.saved_cpuids > costs.cpuids || costs.cpuid_ns < 0) return false;
    if (costs.cpuids > 0 && costs.saved_cpuids == 0) return false;
  }
  return !table.requests.empty();
}

}  // namespace

PhaseTable PhaseTableOf(const PhaseResults& results, const PhaseSummary& summary) {
  PhaseTable table{results.engine, {}, {}};
  for (const ProbeSummary& probe : summary.probes) AddProbe(probe, table);
  if (summary.dose) {
    for (const DosePoint& point : summary.dose->points) {
      if (point.cpuids > 0 && point.ns.value > 0) table.dose_ns[point.cpuids] = point.ns.value;
    }
  }
  return table;
}

Result<PhaseTable> CheckedPhaseTable(const PhaseResults& results, std::string_view file) {
  PhaseTable table = PhaseTableOf(results, Summarise(results));
  if (!CanBe(table)) return InvalidError(fmt::format("{} says times that cannot be; measure the phases anew.", file));
  return table;
}

std::optional<double> CpuidShareByPhases(const PhaseTable& table, const Arm& arm) {
  if (arm.engine != table.engine) return std::nullopt;
  const auto found = table.requests.find({arm.probe, arm.operation});
  if (found == table.requests.end() || (arm.policy != kEager && arm.policy != kDeferred)) return std::nullopt;
  const RequestCosts& costs = found->second;
  const bool deferred = arm.policy == kDeferred;
  const double whole_ns = costs.baseline_ns - (deferred ? costs.saved_ns : 0);
  const int cpuids = costs.cpuids - (deferred ? costs.saved_cpuids : 0);
  const auto dose = table.dose_ns.find(cpuids);
  const double cpuids_ns = dose != table.dose_ns.end() ? dose->second : cpuids * costs.cpuid_ns;
  const double share = cpuids_ns / whole_ns;
  // Of so few blocks that nothing follows from them.
  if (!(whole_ns > 0) || !(share >= 0 && share <= 1)) return std::nullopt;
  return share;
}

}  // namespace firstbyte::report
