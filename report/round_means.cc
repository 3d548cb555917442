// SPDX-License-Identifier: GPL-2.0-or-later
#include "report/round_means.h"

#include <fmt/core.h>

#include <cmath>
#include <cstddef>
#include <utility>

#include "base/median.h"
#include "report/text.h"

namespace firstbyte::report {
namespace {

constexpr char kThreadCpuClock[] = "CLOCK_THREAD_CPUTIME_ID";

Result<double> Time(const Sample& sample, Clock clock, const Results& results) {
  if (clock == Clock::kWall) return static_cast<double>(sample.wall_ns);
  if (sample.cpu_ns) return static_cast<double>(*sample.cpu_ns);
  return InvalidError(
      fmt::format("These results have no thread CPU time: {}", Printable(results.not_measured.at("cpu_ns"))));
}

}  // namespace

std::string ClockName(const Results& results, Clock clock) {
  return clock == Clock::kWall ? results.protocol.clock : kThreadCpuClock;
}

Result<std::vector<Means>> CollectMeans(const Results& results, Clock clock) {
  const auto rounds = static_cast<std::size_t>(results.protocol.rounds);
  const Means empty(results.runs.size(), std::vector<double>(rounds));
  std::vector<Means> means(results.arms.size(), empty);
  for (const Run& run : results.runs) {
    for (const Round& round : run.rounds) {
      for (const Sample& sample : round.samples) {
        const auto time = Time(sample, clock, results);
        if (!time) return tl::unexpected(time.error());
        means[static_cast<std::size_t>(sample.arm)][static_cast<std::size_t>(run.run)]
             [static_cast<std::size_t>(round.round)] = *time / static_cast<double>(results.protocol.operations);
      }
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
