// SPDX-License-Identifier: GPL-2.0-or-later
// The rules that the lab holds against each other: each looks at one window and says whether the arm differs.
//
//   firstbyte     what `gate` and `compare` do: the median over the rounds of each process of the paired log ratios,
//   and
//                 the exact sign-flip test over the processes
//   nanobench     the sign test over paired rounds (martinus/nanobench, Bench::compare, whose interval of the median is
//                 that test turned round)
//   tango         |z| >= 2.6 of the paired differences of rounds, and more than 1 % (bazhenov/tango)
//   benchstat     Mann-Whitney, exact up to 50 values (golang.org/x/perf)
//   compare.py    Mann-Whitney as Google Benchmark's tool has it; asked itself (cli/compare_py.h), not here
//   threshold     the headline, the median of all rounds, differs by more than 1 % or 5 %
//
// All at 5 % where they have an alpha. A rule that wants independent values is asked with all rounds ("rounds") and
// with one number per process, the median of its rounds ("medians"): the first is what people do, the second what
// statistics asks for.
#ifndef FIRSTBYTE_REPORT_LAB_RULES_H_
#define FIRSTBYTE_REPORT_LAB_RULES_H_

#include <functional>
#include <string>
#include <vector>

#include "report/lab_windows.h"

namespace firstbyte::report {

inline constexpr double kLabAlpha = 0.05;

// +1: the arm is slower; -1: faster; 0: nothing is found.
using LabFinding = int;

// The values of one side that a rule for independent values is given.
enum class LabValues { kRounds, kMedians };
std::vector<double> LabValuesOf(const Means& means, LabValues values);

struct LabRule {
  std::string name;  // "benchstat"
  LabUsage usage = LabUsage::kPaired;
  std::string usage_name;  // "alternated, medians"
  bool ours = false;
  // Whether its authors document this usage, or it is what somebody might do to help it.
  bool documented = true;
  std::function<LabFinding(const LabWindow&)> find;  // none of a rule that is asked outside
  LabValues values = LabValues::kRounds;             // of those asked outside
};

// In the order of the table.
std::vector<LabRule> LabRules();

inline constexpr char kLabComparePy[] = "compare.py";

// The rules by themselves.
LabFinding FindBySignFlip(const LabWindow& window);
LabFinding FindBySignTest(const LabWindow& window);
LabFinding FindByZ(const LabWindow& window);
LabFinding FindByMannWhitney(const LabWindow& window, LabValues values);
LabFinding FindByThreshold(const LabWindow& window, double percent);

}  // namespace firstbyte::report

#endif  // FIRSTBYTE_REPORT_LAB_RULES_H_
