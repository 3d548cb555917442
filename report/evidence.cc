// SPDX-License-Identifier: GPL-2.0-or-later
#include "report/evidence.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <utility>

#include "base/median.h"
#include "report/binomial.h"
#include "report/cells.h"
#include "report/statistics.h"
#include "report/student.h"

namespace firstbyte::report {
namespace {

constexpr double kPercent = 100;

bool IsDisturbed(const Sample& sample) {
  return std::any_of(kDisturbances.begin(), kDisturbances.end(),
                     [&](const Disturbance& one) { return (sample.*one.count).value_or(0) > 0; });
}

std::vector<std::vector<double>> RoundDifferences(const Means& reference, const Means& arm) {
  std::vector<std::vector<double>> differences(reference.size());
  for (std::size_t run = 0; run < reference.size(); ++run) {
    for (std::size_t round = 0; round < reference[run].size(); ++round)
      differences[run].push_back(kPercent * std::log(reference[run][round] / arm[run][round]));
  }
  return differences;
}

}  // namespace

std::vector<Disturbed> CollectDisturbed(const Results& results, Clock clock) {
  std::vector<Disturbed> disturbed(results.arms.size(), Disturbed(results.runs.size()));
  for (const Run& run : results.runs) {
    for (const Round& round : run.rounds) {
      if (!HasClock(round, clock)) continue;
      for (const Sample& sample : round.samples)
        disturbed[static_cast<std::size_t>(sample.arm)][static_cast<std::size_t>(run.run)].push_back(
            IsDisturbed(sample));
    }
  }
  return disturbed;
}

Evidence Weigh(const Means& reference, const Means& arm, const Disturbed& reference_disturbed,
               const Disturbed& arm_disturbed) {
  Evidence evidence;
  std::vector<double> runs;
  std::vector<double> undisturbed_runs;
  const auto differences = RoundDifferences(reference, arm);
  for (std::size_t run = 0; run < differences.size(); ++run) {
    runs.push_back(Median(differences[run]));
    std::vector<double> undisturbed;
    for (std::size_t round = 0; round < differences[run].size(); ++round) {
      const double d = differences[run][round];
      if (d > 0) ++evidence.rounds_faster;
      if (d < 0) ++evidence.rounds_slower;
      if (reference_disturbed[run][round] || arm_disturbed[run][round]) {
        ++evidence.disturbed_rounds;
      } else {
        undisturbed.push_back(d);
      }
    }
    if (!undisturbed.empty()) undisturbed_runs.push_back(Median(std::move(undisturbed)));
  }
  evidence.sign_test_p = SignTestP(evidence.rounds_faster, evidence.rounds_slower);
  evidence.variance = EstimateVariance(differences);
  evidence.deviation_percent = StandardDeviation(runs);
  if (evidence.deviation_percent)
    evidence.detectable_percent = DetectablePercent(*evidence.deviation_percent, static_cast<int>(runs.size()));
  if (undisturbed_runs.size() == runs.size()) {
    evidence.undisturbed_percent = LogDifferenceToPercent(Mean(undisturbed_runs) / kPercent);
    evidence.moved_points = std::abs(*evidence.undisturbed_percent - LogDifferenceToPercent(Mean(runs) / kPercent));
  }
  return evidence;
}

}  // namespace firstbyte::report
