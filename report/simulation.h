// SPDX-License-Identifier: GPL-2.0-or-later
// Measurements that nobody made, of machines with known vices, for holding statistics to what they promise: run by
// run and round by round times of two arms whose true difference is known. Everything is drawn from a seed.
//
// The logarithm of a round's mean time is a sum of: what the process has (its place in memory, for both arms), what an
// arm has in a process (its own place), what the machine drifts over the measurement, and what a round has, normal or
// with long tails. In percent.
#ifndef FIRSTBYTE_REPORT_SIMULATION_H_
#define FIRSTBYTE_REPORT_SIMULATION_H_

#include <cstdint>
#include <random>
#include <string>
#include <vector>

#include "report/round_means.h"

namespace firstbyte::report {

struct Regime {
  std::string name;
  double process_percent = 0;       // standard deviation over processes, shared by the arms of one
  double arm_percent = 0;           // standard deviation over processes of each arm's own
  double round_percent = 0;         // of a round, own of each arm
  double shared_round_percent = 0;  // of a round, shared by its arms
  bool long_tails = false;          // Student's t with 2 degrees of freedom instead of normal rounds
  double drift_percent = 0;         // over the whole measurement, linear in time
};

// Quiet, noisy rounds, drift, and layout-heavy: a quiet host whose memory placement matters.
std::vector<Regime> Regimes();

struct TwoArms {
  Means reference;
  Means arm;
};

// Both arms in each round of each process.
TwoArms SimulatePaired(const Regime& regime, int runs, int rounds, double slower_percent, std::mt19937_64& random);

// As people do without a tool: all processes of the one, then all of the other.
TwoArms SimulateSequential(const Regime& regime, int runs, int rounds, double slower_percent, std::mt19937_64& random);

// The same processes, taking turns: reference, arm, arm, reference, and so on.
TwoArms SimulateAlternated(const Regime& regime, int runs, int rounds, double slower_percent, std::mt19937_64& random);

}  // namespace firstbyte::report

#endif  // FIRSTBYTE_REPORT_SIMULATION_H_
