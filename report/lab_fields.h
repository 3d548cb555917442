// SPDX-License-Identifier: GPL-2.0-or-later
// The names of the fields of a `firstbyte-lab/1` file (report/results_fields.h says how such lists are used).
#ifndef FIRSTBYTE_REPORT_LAB_FIELDS_H_
#define FIRSTBYTE_REPORT_LAB_FIELDS_H_

#include "report/lab_recording.h"
#include "report/results_fields.h"

namespace firstbyte::report {

void Fields(auto& visit, Is<LabArm> auto& arm) {
  visit("name", arm.name);
  visit("target_percent", arm.target_percent);
  visit("spin_iterations", arm.spin_iterations);
  visit("cpuids", arm.cpuids);
}

void Fields(auto& visit, Is<LabHeader> auto& header) {
  visit("context", header.context);
  visit("protocol", header.protocol);
  visit("request", header.request);
  visit("experiments", header.experiments);
  visit("arms", header.arms);
  visit("solo_arms", header.solo_arms);
  visit("request_ns", header.request_ns);
  visit("spin_ns", header.spin_ns);
}

void Fields(auto& visit, Is<LabProcess> auto& process) {
  visit("number", process.number);
  visit("kind", process.kind);
  visit("experiment", process.experiment);
  visit("run", process.run);
  visit("environment_bytes", process.environment_bytes);
  visit("arms", process.arms);
  visit("slots", process.slots);
  visit("changed_conditions", process.changed_conditions, Presence::kAddedLater);
  visit("order", process.blocks.order);
  visit("wall_ns", process.blocks.wall_ns);
  visit("cpu_ns", process.blocks.cpu_ns);
  visit("voluntary_switches", process.blocks.voluntary_switches);
  visit("involuntary_switches", process.blocks.involuntary_switches);
}

}  // namespace firstbyte::report

#endif  // FIRSTBYTE_REPORT_LAB_FIELDS_H_
