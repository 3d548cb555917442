// SPDX-License-Identifier: GPL-2.0-or-later
#include "report/lab_regimes.h"

#include <algorithm>
#include <cstddef>
#include <random>
#include <utility>

#include "report/lab_windows.h"
#include "report/simulation.h"

namespace firstbyte::report {
namespace {

// The interval of a rate of 5 % is then 3.3 to 7.3 %.
constexpr int kWindows = 500;
constexpr std::mt19937_64::result_type kSeed = 20'260'825;

TwoArms Simulate(LabUsage usage, const Regime& regime, int runs, int rounds, std::mt19937_64& random) {
  switch (usage) {
    case LabUsage::kPaired:
      return SimulatePaired(regime, runs, rounds, 0, random);
    case LabUsage::kOneProcess:
      return SimulatePaired(regime, 1, runs * rounds, 0, random);
    case LabUsage::kAlternated:
      return SimulateAlternated(regime, runs, rounds, 0, random);
    case LabUsage::kSequential:
      break;
  }
  return SimulateSequential(regime, runs, rounds, 0, random);
}

// Rules of one usage see the same windows.
std::vector<LabWindow> SimulateWindows(LabUsage usage, const Regime& regime, int runs, int rounds) {
  std::mt19937_64 random(kSeed);
  std::vector<LabWindow> windows;
  for (int i = 0; i < kWindows; ++i) {
    TwoArms arms = Simulate(usage, regime, runs, rounds, random);
    windows.push_back({i, std::move(arms.reference), std::move(arms.arm)});
  }
  return windows;
}

LabRegime Ask(const LabRule& rule, const Regime& regime, const std::vector<LabWindow>& windows) {
  const auto found = std::count_if(windows.begin(), windows.end(), [&](const LabWindow& window) {
    return (rule.find ? rule.find(window) : FindByMannWhitney(window, rule.values)) != 0;
  });
  return {regime.name, MakeLabShare(static_cast<int>(found), kWindows)};
}

}  // namespace

std::vector<std::vector<LabRegime>> SimulateLabRules(const std::vector<LabRule>& rules, int runs, int rounds) {
  std::vector<std::vector<LabRegime>> found(rules.size());
  for (const Regime& regime : Regimes()) {
    for (const LabUsage usage :
         {LabUsage::kPaired, LabUsage::kOneProcess, LabUsage::kAlternated, LabUsage::kSequential}) {
      const std::vector<LabWindow> windows = SimulateWindows(usage, regime, runs, rounds);
      for (std::size_t i = 0; i < rules.size(); ++i) {
        if (rules[i].usage == usage) found[i].push_back(Ask(rules[i], regime, windows));
      }
    }
  }
  return found;
}

bool HoldsInAll(const std::vector<LabRegime>& regimes) {
  return std::all_of(regimes.begin(), regimes.end(),
                     [](const LabRegime& regime) { return regime.found.interval.low <= kLabAlpha; });
}

}  // namespace firstbyte::report
