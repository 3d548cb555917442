// SPDX-License-Identifier: GPL-2.0-or-later
#include "report/gate_rows.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>

namespace firstbyte::report {
namespace {

bool IsJudged(const Policy& policy, const std::string& arm) {
  if (arm == kControlArm) return false;
  return policy.arms.empty() || std::find(policy.arms.begin(), policy.arms.end(), arm) != policy.arms.end();
}

std::vector<std::string> Distinct(const Results& results, std::string Arm::*field) {
  std::vector<std::string> values;
  for (const Arm& arm : results.arms) {
    if (std::find(values.begin(), values.end(), arm.*field) == values.end()) values.push_back(arm.*field);
  }
  return values;
}

// `first` is empty where there is one engine.
std::vector<std::string> WantedArms(const Results& results, const Policy& policy, const std::string& operation,
                                    const std::string& first) {
  if (!policy.arms.empty() || first.empty()) return policy.arms;
  std::vector<std::string> names;
  for (const Arm& arm : results.arms) {
    if (arm.operation == operation && arm.name != kControlArm &&
        std::find(names.begin(), names.end(), arm.name) == names.end())
      names.push_back(arm.name);
  }
  return names;
}

bool HasRow(const Results& results, const std::vector<GateRow>& rows, const Arm& wanted, const std::string& first) {
  return std::any_of(rows.begin(), rows.end(), [&](const GateRow& row) {
    const Arm& arm = results.arms[row.row->arm];
    if (arm.operation != wanted.operation || arm.engine != wanted.engine || arm.name != wanted.name) return false;
    const Arm& reference = results.arms[row.row->reference];
    return first.empty() || (reference.engine == first && reference.name == wanted.name);
  });
}

std::string Sentence(const std::vector<std::string>& missing, const Policy& policy, const std::string& first) {
  const std::string no_row = fmt::format("There is no row of {}", fmt::join(missing, ", "));
  if (!first.empty())
    return no_row +
           fmt::format(" against {}; each engine must have the arms that are judged, and the baseline.", first);
  const bool baseline = std::find(policy.arms.begin(), policy.arms.end(), kBaselineArm) != policy.arms.end();
  return no_row + ", which the policy names; measure it, or leave it out" +
         (baseline ? " (of one engine the baseline is what others are compared with)." : ".");
}

}  // namespace

std::string MissingRows(const Results& results, const Policy& policy, const std::vector<GateRow>& rows) {
  const std::vector<std::string> engines = Distinct(results, &Arm::engine);
  const std::string first = engines.size() > 1 ? engines[0] : "";
  std::vector<std::string> missing;
  for (const std::string& operation : Distinct(results, &Arm::operation)) {
    for (std::size_t i = first.empty() ? 0 : 1; i < engines.size(); ++i) {
      for (const std::string& name : WantedArms(results, policy, operation, first)) {
        const Arm wanted{name, operation, engines[i], "", ""};
        if (!HasRow(results, rows, wanted, first))
          missing.push_back(operation + " " + name + (first.empty() ? "" : " of " + engines[i]));
      }
    }
  }
  return missing.empty() ? "" : Sentence(missing, policy, first);
}

std::vector<GateRow> RowsToJudge(const Results& results, const Comparison& comparison, const Policy& policy) {
  const auto is_between = [](const Group& group) { return group.engine != group.reference_engine; };
  const bool between = std::any_of(comparison.groups.begin(), comparison.groups.end(), is_between);
  std::vector<GateRow> rows;
  for (const Group& group : comparison.groups) {
    if (between != is_between(group)) continue;
    for (const Row& row : group.rows) {
      // `both` against `cached` is in the report; here it would judge one arm twice.
      const bool against_baseline = between || results.arms[row.reference].name == kBaselineArm;
      if (row.difference && against_baseline && IsJudged(policy, results.arms[row.arm].name))
        rows.push_back({&group, &row});
    }
  }
  return rows;
}

std::vector<GateRow> ControlsOf(const Results& results, const Comparison& comparison, const std::string& operation) {
  std::vector<GateRow> controls;
  for (const Group& group : comparison.groups) {
    for (const Row& row : group.rows) {
      if (group.operation == operation && row.difference && results.arms[row.arm].name == kControlArm)
        controls.push_back({&group, &row});
    }
  }
  return controls;
}

std::string ControlProblem(const Results& results, const Comparison& comparison, const std::vector<GateRow>& rows) {
  for (const GateRow& row : rows) {
    const std::string& operation = row.group->operation;
    const auto controls = ControlsOf(results, comparison, operation);
    if (controls.empty())
      return fmt::format("There is no A/A arm of {}, so nobody knows what this machine makes of no change.", operation);
    for (const GateRow& control : controls) {
      const Difference& difference = *control.row->difference;
      if (difference.verdict != Verdict::kControlPassed)
        return fmt::format("The A/A control of {} did not pass: {}.", operation, difference.reason);
    }
  }
  return "";
}

}  // namespace firstbyte::report
