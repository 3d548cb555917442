// SPDX-License-Identifier: GPL-2.0-or-later
#include "report/counts.h"

#include <algorithm>
#include <cstddef>
#include <utility>

#include "base/median.h"

namespace firstbyte::report {
namespace {

struct Values {
  std::vector<double> instructions;
  std::vector<double> cycles;
  std::vector<double> instructions_per_cycle;
};

void ForEachSample(const Results& results, auto visit) {
  for (const Run& run : results.runs) {
    for (const Round& round : run.rounds) {
      for (const Sample& sample : round.samples) visit(sample);
    }
  }
}

std::optional<double> MedianOf(std::vector<double> values) {
  if (values.empty()) return std::nullopt;
  return Median(std::move(values));
}

}  // namespace

std::vector<Counts> CollectCounts(const Results& results) {
  std::vector<Values> values(results.arms.size());
  const auto operations = static_cast<double>(results.protocol.operations);
  ForEachSample(results, [&](const Sample& sample) {
    Values& arm = values[static_cast<std::size_t>(sample.arm)];
    const auto instructions = static_cast<double>(sample.instructions.value_or(0));
    const auto cycles = static_cast<double>(sample.cycles.value_or(0));
    if (sample.instructions) arm.instructions.push_back(instructions / operations);
    if (sample.cycles) arm.cycles.push_back(cycles / operations);
    if (sample.instructions && sample.cycles) arm.instructions_per_cycle.push_back(instructions / cycles);
  });
  std::vector<Counts> counts;
  for (Values& arm : values) {
    counts.push_back({MedianOf(std::move(arm.instructions)), MedianOf(std::move(arm.cycles)),
                      MedianOf(std::move(arm.instructions_per_cycle))});
  }
  return counts;
}

CountCoverage CoverageOf(const Results& results) {
  CountCoverage coverage;
  ForEachSample(results, [&](const Sample& sample) {
    ++coverage.samples;
    if (!sample.instructions && !sample.cycles) return;
    ++coverage.counted;
    coverage.least_permille = std::min(coverage.least_permille, sample.counters_permille.value_or(0));
  });
  return coverage;
}

}  // namespace firstbyte::report
