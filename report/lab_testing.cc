// SPDX-License-Identifier: GPL-2.0-or-later
#include "report/lab_testing.h"

#include <cmath>
#include <utility>

#include "report/testing.h"

namespace firstbyte::report {

LabHeader MakeLabHeader(const LabFixture& fixture) {
  const Results results = MakeResults();
  LabHeader header;
  header.context = results.context;
  header.protocol = results.protocol;
  header.protocol.runs = fixture.runs;
  header.protocol.rounds = fixture.rounds;
  header.protocol.operations = fixture.operations;
  header.request = {"base", "compress", "zstd-1.5.4", "live", "eager"};
  header.experiments = fixture.experiments;
  header.arms = {{"base", {}, 0, 0}, {"A/A", {}, 0, 0}, {"+1 %", 1.0, 500, 0}, {"+2 CPUID", {}, 0, 2}};
  header.solo_arms = {0, 1, 2};
  header.request_ns = 35'000;
  header.spin_ns = 0.7;
  return header;
}

LabRecording MakeLabRecording(const LabFixture& fixture, const LabNs& ns) {
  LabRecording recording;
  recording.header = MakeLabHeader(fixture);
  for (std::int64_t number = 0; number < PlannedProcesses(recording.header); ++number) {
    const LabPlan plan = PlanLabProcess(recording.header, number);
    LabProcess process{number, plan.kind, plan.experiment, plan.run, 0, plan.arms, {}, {}, {}};
    for (int i = 0; i < static_cast<int>(plan.arms.size()); ++i) process.slots.push_back(i);
    for (int round = 0; round < plan.rounds; ++round) {
      for (const int arm : plan.arms) {
        const std::int64_t block = std::llround(ns(plan, round, arm) * static_cast<double>(fixture.operations));
        process.blocks.order.push_back(arm);
        process.blocks.cpu_ns.emplace_back(block);
        process.blocks.wall_ns.push_back(2 * block);
        process.blocks.voluntary_switches.emplace_back(0);
        process.blocks.involuntary_switches.emplace_back(0);
      }
    }
    recording.processes.push_back(std::move(process));
  }
  return recording;
}

}  // namespace firstbyte::report
