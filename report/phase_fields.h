// SPDX-License-Identifier: GPL-2.0-or-later
// The names of what a `firstbyte-phases/1` document holds of a measurement: its conditions and its estimates. The one
// place that knows them, for the writer and for the reader (report/record_json.h visits them).
#ifndef FIRSTBYTE_REPORT_PHASE_FIELDS_H_
#define FIRSTBYTE_REPORT_PHASE_FIELDS_H_

#include <string>

#include "report/phase_results.h"
#include "report/results_fields.h"

namespace firstbyte::report {

// In the order of PairKind.
inline constexpr const char* kPairKinds[] = {"phase", "whole", "saving", "control", "dose"};

void Fields(auto& visit, Is<PairEstimate> auto& estimate) {
  visit("ns", estimate.ns);
  visit("first_ran_first_ns", estimate.first_ran_first_ns);
  visit("second_ran_first_ns", estimate.second_ran_first_ns);
  visit("cpuid_ns", estimate.cpuid_ns);
  visit("without_cpuids_ns", estimate.without_cpuids_ns);
}

// A series as the document has it.
struct SeriesRecord {
  std::string kind;
  PairSeries series;
};

void Fields(auto& visit, Is<SeriesRecord> auto& record) {
  visit("kind", record.kind);
  visit("name", record.series.name);
  visit("probe", record.series.probe);
  visit("bytes", record.series.bytes);
  visit("cpuids", record.series.cpuids);
  visit("repetitions", record.series.repetitions);
}

// The conditions.
void Fields(auto& visit, Is<PhaseResults> auto& results) {
  visit("tool_version", results.tool_version);
  visit("machine_id", results.machine_id);
  visit("platform", results.platform);
  visit("accel", results.accel);
  visit("environment", results.environment);
  visit("cpu", results.cpu);
  visit("repetitions", results.repetitions);
  visit("blocks", results.blocks);
  visit("seed", results.seed);
  visit("level", results.level);
  visit("parameters", results.parameters);
  visit("corpus", results.corpus);
  visit("ticks_per_ns", results.ticks_per_ns);
}

}  // namespace firstbyte::report

#endif  // FIRSTBYTE_REPORT_PHASE_FIELDS_H_
