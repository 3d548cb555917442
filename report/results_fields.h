// SPDX-License-Identifier: GPL-2.0-or-later
// The names of the fields of a `firstbyte/1` file, in the file's order: the one place that knows them. The writer, the
// reader and the list that docs/results.md is checked against are three visitors over the same functions, so none of
// them can forget a field or spell it differently.
//
// Fields(visit, object) calls visit(name, member) for each field; object may be const. Of a field that the first files
// of the schema did not have it calls visit(name, member, Presence::kAddedLater).
#ifndef FIRSTBYTE_REPORT_RESULTS_FIELDS_H_
#define FIRSTBYTE_REPORT_RESULTS_FIELDS_H_

#include <concepts>
#include <type_traits>

#include "report/field_presence.h"
#include "report/results.h"

namespace firstbyte::report {

inline constexpr char kSchemaField[] = "schema";

template <typename T, typename Record>
concept Is = std::same_as<std::remove_const_t<T>, Record>;

void Fields(auto& visit, Is<EnvironmentCheck> auto& check) {
  visit("name", check.name);
  visit("value", check.value);
  visit("verdict", check.verdict);
  visit("reason", check.reason);
}

void Fields(auto& visit, Is<EngineRecord> auto& engine) {
  visit("name", engine.name);
  visit("probe", engine.probe);
  visit("version", engine.version);
  visit("source", engine.source);
  visit("source_sha256", engine.source_sha256);
  visit("object_sha256", engine.object_sha256);
  visit("compiler", engine.compiler);
  visit("flags", engine.flags);
  visit("text_sha256", engine.text_sha256, Presence::kAddedLater);
  visit("data_sha256", engine.data_sha256, Presence::kAddedLater);
}

void Fields(auto& visit, Is<Context> auto& context) {
  visit("started", context.started);
  visit("tool_version", context.tool_version);
  visit("program_sha256", context.program_sha256);
  visit("machine_id", context.machine_id);
  visit("accel", context.accel);
  visit("platform", context.platform);
  visit("environment", context.environment);
  visit("engines", context.engines);
}

void Fields(auto& visit, Is<Protocol> auto& protocol) {
  visit("runs", protocol.runs);
  visit("rounds", protocol.rounds);
  visit("operations", protocol.operations);
  visit("seed", protocol.seed);
  visit("cpu", protocol.cpu);
  visit("order", protocol.order);
  visit("level", protocol.level);
  visit("request_bytes", protocol.request_bytes);
  visit("request_case", protocol.request_case);
  visit("fragments", protocol.fragments);
  visit("corpus", protocol.corpus);
  visit("corpus_kind", protocol.corpus_kind);
  visit("corpus_path", protocol.corpus_path);
  visit("corpus_seed", protocol.corpus_seed);
  visit("corpus_pages", protocol.corpus_pages);
  visit("corpus_sha256", protocol.corpus_sha256);
  visit("warmup_operations", protocol.warmup_operations);
  visit("clock", protocol.clock);
  visit("extended_from_runs", protocol.extended_from_runs, Presence::kAddedLater);
}

void Fields(auto& visit, Is<Arm> auto& arm) {
  visit("name", arm.name);
  visit("operation", arm.operation);
  visit("engine", arm.engine);
  visit("probe", arm.probe);
  visit("policy", arm.policy);
}

void Fields(auto& visit, Is<Sample> auto& sample) {
  visit("arm", sample.arm);
  visit("position", sample.position);
  visit("wall_ns", sample.wall_ns);
  visit("cpu_ns", sample.cpu_ns);
  visit("tsc_ticks", sample.tsc_ticks);
  visit("voluntary_switches", sample.voluntary_switches);
  visit("involuntary_switches", sample.involuntary_switches);
  visit("migrations", sample.migrations);
  visit("minor_faults", sample.minor_faults);
  visit("major_faults", sample.major_faults);
  visit("steal_ticks", sample.steal_ticks);
  visit("cycles", sample.cycles, Presence::kAddedLater);
  visit("instructions", sample.instructions, Presence::kAddedLater);
  visit("branches", sample.branches, Presence::kAddedLater);
  visit("branch_misses", sample.branch_misses, Presence::kAddedLater);
  visit("counters_permille", sample.counters_permille, Presence::kAddedLater);
}

void Fields(auto& visit, Is<Round> auto& round) {
  visit("round", round.round);
  visit("process", round.process);
  visit("samples", round.samples);
}

void Fields(auto& visit, Is<Process> auto& process) {
  visit("started", process.started);
  visit("pid", process.pid);
  visit("environment_bytes", process.environment_bytes);
  visit("slots", process.slots);
  visit("changed_conditions", process.changed_conditions);
}

void Fields(auto& visit, Is<Run> auto& run) {
  visit("run", run.run);
  visit("processes", run.processes);
  visit("rounds", run.rounds);
}

// Everything that is known before the first run.
void HeaderFields(auto& visit, Is<Results> auto& results) {
  visit("context", results.context);
  visit("protocol", results.protocol);
  visit("arms", results.arms);
  visit("not_measured", results.not_measured);
}

void Fields(auto& visit, Is<Results> auto& results) {
  HeaderFields(visit, results);
  visit("runs", results.runs);
}

}  // namespace firstbyte::report

#endif  // FIRSTBYTE_REPORT_RESULTS_FIELDS_H_
