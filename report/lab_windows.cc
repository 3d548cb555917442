// SPDX-License-Identifier: GPL-2.0-or-later
#include "report/lab_windows.h"

#include <fmt/core.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>

#include "report/lab_plan.h"

namespace firstbyte::report {
namespace {

struct Kind {
  LabUsage usage;
  const char* kind;
  const char* name;
};

constexpr Kind kKinds[] = {{LabUsage::kPaired, kLabPaired, "paired"},
                           {LabUsage::kOneProcess, kLabLong, "one process"},
                           {LabUsage::kAlternated, kLabAlternated, "alternated"},
                           {LabUsage::kSequential, kLabSequential, "sequential"}};

const Kind& OfUsage(LabUsage usage) {
  return *std::find_if(std::begin(kKinds), std::end(kKinds), [&](const Kind& kind) { return kind.usage == usage; });
}

LabUsage UsageOf(const std::string& name) {
  return std::find_if(std::begin(kKinds), std::end(kKinds), [&](const Kind& kind) { return name == kind.kind; })->usage;
}

// means[usage][arm] of one experiment.
using Experiment = std::map<LabUsage, std::map<int, Means>>;

Result<void> Add(const LabHeader& header, const LabProcess& process, Clock clock, Experiment& experiment) {
  std::map<int, Means>& means = experiment[UsageOf(process.kind)];
  for (const int arm : process.arms) means[arm].emplace_back();
  const LabBlocks& blocks = process.blocks;
  for (std::size_t i = 0; i < blocks.order.size(); ++i) {
    if (clock == Clock::kThreadCpu && !blocks.cpu_ns[i])
      return InvalidError(fmt::format(
          "Process {} of this recording has a block without CPU time; replay it with --clock=wall.", process.number));
    const std::int64_t ns = clock == Clock::kWall ? blocks.wall_ns[i] : *blocks.cpu_ns[i];
    means[blocks.order[i]].back().push_back(static_cast<double>(ns) / static_cast<double>(header.protocol.operations));
  }
  return {};
}

// The arm that was measured just before, where arms are measured one after the other: of its copy the base, of effects
// what ran before the first of them, its copy. Else the base.
int ReferenceOf(LabUsage usage, int arm) {
  return usage == LabUsage::kSequential && arm != kLabCopy ? kLabCopy : kLabBase;
}

void Cut(int number, const Experiment& experiment, LabWindows& windows) {
  for (const auto& [usage, means] : experiment) {
    for (const auto& [arm, of_arm] : means) {
      if (arm == kLabBase) continue;
      windows.of[usage][arm].push_back({number, means.at(ReferenceOf(usage, arm)), of_arm});
    }
  }
}

}  // namespace

std::string LabUsageName(LabUsage usage) { return OfUsage(usage).name; }

Result<LabWindows> CutLabWindows(const LabRecording& recording, Clock clock) {
  LabWindows windows;
  const std::int64_t each = ProcessesPerExperiment(recording.header);
  windows.experiments = static_cast<int>(static_cast<std::int64_t>(recording.processes.size()) / each);
  for (int number = 0; number < windows.experiments; ++number) {
    Experiment experiment;
    for (std::int64_t i = number * each; i < (number + 1) * each; ++i) {
      const auto added = Add(recording.header, recording.processes[static_cast<std::size_t>(i)], clock, experiment);
      if (!added) return tl::unexpected<Error>(added.error());
    }
    Cut(number, experiment, windows);
  }
  return windows;
}

}  // namespace firstbyte::report
