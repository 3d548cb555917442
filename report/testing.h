// SPDX-License-Identifier: GPL-2.0-or-later
// Valid results with given numbers, for tests. Everything is deterministic; nothing is measured.
#ifndef FIRSTBYTE_REPORT_TESTING_H_
#define FIRSTBYTE_REPORT_TESTING_H_

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "report/results.h"

namespace firstbyte::report {

// The mean time of one operation, in nanoseconds, of an arm in a round of a run.
using MeanNs = std::function<double(const Arm& arm, int run, int round)>;

struct FixtureOptions {
  int runs = 12;
  int rounds = 9;
  std::int64_t operations = 1000;
  std::vector<std::string> arms = {"baseline", "patched", "cached", "both", "floor", "A/A"};
  std::vector<std::string> operation_names = {"compress", "decompress"};
  std::vector<std::string> engines = {"zstd-1.5.4"};
  // Empty: FixtureMeanNs.
  MeanNs wall_ns = nullptr;
  bool counters =
      false;  // two cycles, three instructions and half a branch per nanosecond; else the machine has no PMU
};

// Plausible means: every arm has its own level, runs and rounds scatter by up to a percent around it, and arms of one
// round drift together.
double FixtureMeanNs(const Arm& arm, int run, int round);

// Complete results that report/validate.h accepts. wall_ns of a sample is the mean times operations, rounded; cpu_ns is
// 99/100 of it; tsc_ticks are not measured.
Results MakeResults(const FixtureOptions& options = {});

// Of zstd-1.5.4 with all arms and of another engine, of which no baseline was measured.
Results WithoutBaselineOf(const std::string& engine);

}  // namespace firstbyte::report

#endif  // FIRSTBYTE_REPORT_TESTING_H_
