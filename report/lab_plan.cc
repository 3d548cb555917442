// SPDX-License-Identifier: GPL-2.0-or-later
#include "report/lab_plan.h"

#include <cstddef>

namespace firstbyte::report {
namespace {

// Position of an arm in the alternated processes of a run: rotated, and every other run backwards, so that over the
// runs no arm is always the later one.
std::size_t AlternatedArm(std::size_t arms, std::int64_t run, std::size_t position) {
  const std::size_t from_start = run % 2 == 0 ? position : arms - 1 - position;
  return (from_start + static_cast<std::size_t>(run / 2)) % arms;
}

std::vector<int> AllArms(const LabHeader& header) {
  std::vector<int> arms;
  for (std::size_t i = 0; i < header.arms.size(); ++i) arms.push_back(static_cast<int>(i));
  return arms;
}

}  // namespace

std::int64_t ProcessesPerExperiment(const LabHeader& header) {
  const auto solo = static_cast<std::int64_t>(header.solo_arms.size());
  return header.protocol.runs * (1 + 2 * solo) + 1;
}

std::int64_t PlannedProcesses(const LabHeader& header) { return header.experiments * ProcessesPerExperiment(header); }

LabPlan PlanLabProcess(const LabHeader& header, std::int64_t number) {
  const int runs = header.protocol.runs;
  const int rounds = header.protocol.rounds;
  const auto solo = static_cast<std::int64_t>(header.solo_arms.size());
  const auto experiment = static_cast<int>(number / ProcessesPerExperiment(header));
  std::int64_t place = number % ProcessesPerExperiment(header);
  if (place < runs * (1 + solo)) {
    const auto run = static_cast<int>(place / (1 + solo));
    const std::int64_t position = place % (1 + solo);
    if (position == 0) return {kLabPaired, experiment, run, AllArms(header), rounds};
    const std::size_t arm = AlternatedArm(header.solo_arms.size(), run, static_cast<std::size_t>(position - 1));
    return {kLabAlternated, experiment, run, {header.solo_arms[arm]}, rounds};
  }
  place -= runs * (1 + solo);
  if (place == runs * solo) return {kLabLong, experiment, 0, header.solo_arms, runs * rounds};
  const auto arm = static_cast<std::size_t>(place / runs);
  return {kLabSequential, experiment, static_cast<int>(place % runs), {header.solo_arms[arm]}, rounds};
}

}  // namespace firstbyte::report
