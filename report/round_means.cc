// SPDX-License-Identifier: GPL-2.0-or-later
#include "report/round_means.h"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <utility>

#include "base/median.h"
#include "report/text.h"

namespace firstbyte::report {
namespace {

constexpr char kThreadCpuClock[] = "CLOCK_THREAD_CPUTIME_ID";

double Time(const Sample& sample, Clock clock) {
  return static_cast<double>(clock == Clock::kWall ? sample.wall_ns : *sample.cpu_ns);
}

}  // namespace

std::string ClockName(const Results& results, Clock clock) {
  return clock == Clock::kWall ? results.protocol.clock : kThreadCpuClock;
}

bool HasClock(const Round& round, Clock clock) {
  return clock == Clock::kWall || std::all_of(round.samples.begin(), round.samples.end(),
                                              [](const Sample& sample) { return sample.cpu_ns.has_value(); });
}

Result<std::vector<Means>> CollectMeans(const Results& results, Clock clock) {
  std::vector<Means> means(results.arms.size(), Means(results.runs.size()));
  for (const Run& run : results.runs) {
    const auto index = static_cast<std::size_t>(run.run);
    for (const Round& round : run.rounds) {
      if (!HasClock(round, clock)) continue;
      for (const Sample& sample : round.samples) {
        means[static_cast<std::size_t>(sample.arm)][index].push_back(Time(sample, clock) /
                                                                     static_cast<double>(results.protocol.operations));
      }
    }
    if (means[0][index].empty()) {
      return InvalidError(fmt::format("Run {} of these results has no thread CPU time: {}", run.run + 1,
                                      Printable(results.not_measured.at("cpu_ns"))));
    }
  }
  return means;
}

double MedianOfRounds(const Means& means) {
  std::vector<double> all;
  for (const std::vector<double>& run : means) all.insert(all.end(), run.begin(), run.end());
  return Median(std::move(all));
}

std::vector<double> RunMedians(const Means& means) {
  std::vector<double> medians;
  for (const std::vector<double>& run : means) medians.push_back(Median(run));
  return medians;
}

std::vector<double> RunLogDifferences(const Means& reference, const Means& arm) {
  std::vector<double> differences;
  for (std::size_t run = 0; run < reference.size(); ++run) {
    std::vector<double> rounds;
    for (std::size_t round = 0; round < reference[run].size(); ++round) {
      rounds.push_back(std::log(reference[run][round] / arm[run][round]));
    }
    differences.push_back(Median(std::move(rounds)));
  }
  return differences;
}

}  // namespace firstbyte::report
