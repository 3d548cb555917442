// SPDX-License-Identifier: GPL-2.0-or-later
#include "report/judgeable.h"

#include <fmt/core.h>

#include <algorithm>
#include <cstddef>

#include "report/sign_flip.h"
#include "report/warnings.h"

namespace firstbyte::report {
namespace {

constexpr double kPercent = 100;

// Why a row is of no change; empty if all are. An engine without a baseline has its arms against the other's baseline.
std::string BaselineProblem(const Results& results, const std::vector<GateRow>& rows) {
  for (const GateRow& row : rows) {
    const Arm& arm = results.arms[row.row->arm];
    const Arm& reference = results.arms[row.row->reference];
    if (arm.engine != reference.engine && arm.name != reference.name)
      return fmt::format(
          "No {0} {1} of {2} was measured, and {3} of {2} against {1} of {4} is not one arm before and after a change.",
          arm.operation, reference.name, arm.engine, arm.name, reference.engine);
  }
  return "";
}

// As many as are tested, and so adjusted for: where the code is the same there is nothing to test.
std::ptrdiff_t CountTested(const std::vector<GateRow>& rows) {
  return std::count_if(rows.begin(), rows.end(),
                       [](const GateRow& row) { return row.row->difference->verdict != Verdict::kSameCode; });
}

// Why so many runs cannot tell anything of so many rows that are tested; empty if they can.
std::string LookProblem(const Policy& policy, int runs, std::ptrdiff_t tested) {
  const auto look = LookAt(policy, runs);
  if (!look)
    return fmt::format("The policy plans to look after {} runs, and these results have {}.", PlannedRuns(policy), runs);
  if (RunsForInterval(look->alpha) > look->runs)
    return fmt::format("{} runs give no interval at {:g} %; it needs {}.", look->runs, kPercent * (1 - look->alpha),
                       RunsForInterval(look->alpha));
  int needed = runs;
  while (static_cast<double>(tested) * SmallestP(needed) >= look->alpha && needed < kRunsForEnumeration) ++needed;
  if (needed > runs)
    return fmt::format("{} runs cannot show a regression among {} rows at an alpha of {:g}; it takes {}.", runs, tested,
                       look->alpha, needed);
  return "";
}

}  // namespace

std::string WhyNotJudged(const Results& results, const Comparison& comparison, const Policy& policy,
                         const std::vector<GateRow>& rows, const std::vector<Warning>& warnings,
                         const std::optional<CalibrationUse>& calibration) {
  for (const Warning& warning : warnings) {
    if (warning.serious) return warning.sentence;
  }
  if (std::string problem = BaselineProblem(results, rows); !problem.empty()) return problem;
  if (std::string missing = MissingRows(results, policy, rows); !missing.empty()) return missing;
  if (rows.empty()) return "There is no arm to judge: none was measured beside the baseline and its copy.";
  if (std::string problem = LookProblem(policy, results.protocol.runs, CountTested(rows)); !problem.empty())
    return problem;
  if (calibration && !calibration->refusal.empty()) return calibration->refusal;
  return ControlProblem(results, comparison, rows);
}

}  // namespace firstbyte::report
