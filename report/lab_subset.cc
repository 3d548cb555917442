// SPDX-License-Identifier: GPL-2.0-or-later
#include "report/lab_subset.h"

#include <fmt/core.h>

#include <cstddef>
#include <cstdint>
#include <vector>

#include "report/lab_plan.h"
#include "report/sign_flip.h"

namespace firstbyte::report {
namespace {

void KeepBlocks(std::size_t count, LabBlocks& blocks) {
  blocks.order.resize(count);
  blocks.wall_ns.resize(count);
  blocks.cpu_ns.resize(count);
  blocks.voluntary_switches.resize(count);
  blocks.involuntary_switches.resize(count);
}

}  // namespace

Result<LabRecording> FirstRuns(const LabRecording& recording, int runs) {
  const int least = RunsForInterval(0.05);
  if (runs < least || runs > recording.header.protocol.runs) {
    return UsageError(fmt::format("--runs must be from {} to {}, the processes of an experiment and arm, not {}.",
                                  least, recording.header.protocol.runs, runs));
  }
  LabRecording subset;
  subset.header = recording.header;
  subset.header.protocol.runs = runs;
  for (const LabProcess& process : recording.processes) {
    if (process.run >= runs) continue;
    subset.processes.push_back(process);
    LabProcess& kept = subset.processes.back();
    kept.number = static_cast<std::int64_t>(subset.processes.size()) - 1;
    const LabPlan plan = PlanLabProcess(subset.header, kept.number);
    KeepBlocks(static_cast<std::size_t>(plan.rounds) * plan.arms.size(), kept.blocks);
  }
  return subset;
}

}  // namespace firstbyte::report
