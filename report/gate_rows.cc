// SPDX-License-Identifier: GPL-2.0-or-later
#include "report/gate_rows.h"

#include <algorithm>

namespace firstbyte::report {
namespace {

bool IsJudged(const Policy& policy, const std::string& arm) {
  if (arm == kControlArm) return false;
  return policy.arms.empty() || std::find(policy.arms.begin(), policy.arms.end(), arm) != policy.arms.end();
}

}  // namespace

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

}  // namespace firstbyte::report
