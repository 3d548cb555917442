// SPDX-License-Identifier: GPL-2.0-or-later
#include "report/simulation.h"

#include <cmath>

namespace firstbyte::report {
namespace {

constexpr double kPercent = 100;
constexpr double kNs = 20'000;

class Draw {
 public:
  explicit Draw(std::mt19937_64& random) : random_(random) {}
  double Normal(double percent) { return percent * normal_(random_); }
  double Round(const Regime& regime) {
    return regime.long_tails ? regime.round_percent * tails_(random_) : Normal(regime.round_percent);
  }

 private:
  std::mt19937_64& random_;
  std::normal_distribution<double> normal_;
  std::student_t_distribution<double> tails_{2};
};

double Time(double log_percent) { return kNs * std::exp(log_percent / kPercent); }

// Each arm in processes of its own; place(second, run) is a process's number among all of them.
template <typename Place>
TwoArms SimulateAlone(const Regime& regime, int runs, int rounds, double slower_percent, std::mt19937_64& random,
                      const Place& place) {
  Draw draw(random);
  TwoArms arms;
  for (const bool second : {false, true}) {
    Means& means = second ? arms.arm : arms.reference;
    for (int run = 0; run < runs; ++run) {
      const double process = draw.Normal(regime.process_percent) + draw.Normal(regime.arm_percent);
      means.emplace_back();
      for (int round = 0; round < rounds; ++round) {
        const double at = (place(second, run) + static_cast<double>(round) / rounds) / (2.0 * runs);
        const double noise = draw.Normal(regime.shared_round_percent) + draw.Round(regime);
        means.back().push_back(Time(process + regime.drift_percent * at + noise + (second ? slower_percent : 0)));
      }
    }
  }
  return arms;
}

}  // namespace

std::vector<Regime> Regimes() {
  return {
      {"quiet", 0.5, 0, 0.5, 0.2, false, 0},
      {"noisy rounds", 1, 0, 2, 2, true, 0},
      {"drift", 0.5, 0, 0.5, 0.5, false, 3},
      {"layout-heavy", 1, 2, 0.5, 0.2, false, 0},
  };
}

TwoArms SimulatePaired(const Regime& regime, int runs, int rounds, double slower_percent, std::mt19937_64& random) {
  Draw draw(random);
  TwoArms arms;
  for (int run = 0; run < runs; ++run) {
    const double process = draw.Normal(regime.process_percent);
    const double reference = draw.Normal(regime.arm_percent);
    const double arm = draw.Normal(regime.arm_percent) + slower_percent;
    arms.reference.emplace_back();
    arms.arm.emplace_back();
    for (int round = 0; round < rounds; ++round) {
      const double blocks = 2.0 * runs * rounds;
      const double begun = 2.0 * (run * rounds + round) / blocks;
      // The order of the arms alternates, so that neither is always the later one.
      const bool swapped = (run + round) % 2 == 1;
      const double shared = process + draw.Normal(regime.shared_round_percent);
      const auto drift = [&](bool later) { return regime.drift_percent * (begun + (later ? 1 / blocks : 0)); };
      arms.reference.back().push_back(Time(shared + reference + drift(swapped) + draw.Round(regime)));
      arms.arm.back().push_back(Time(shared + arm + drift(!swapped) + draw.Round(regime)));
    }
  }
  return arms;
}

TwoArms SimulateSequential(const Regime& regime, int runs, int rounds, double slower_percent, std::mt19937_64& random) {
  return SimulateAlone(regime, runs, rounds, slower_percent, random,
                       [runs](bool second, int run) { return (second ? runs : 0) + run; });
}

TwoArms SimulateAlternated(const Regime& regime, int runs, int rounds, double slower_percent, std::mt19937_64& random) {
  return SimulateAlone(regime, runs, rounds, slower_percent, random,
                       [](bool second, int run) { return 2 * run + (second == (run % 2 == 0) ? 1 : 0); });
}

}  // namespace firstbyte::report
