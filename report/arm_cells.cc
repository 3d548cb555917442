// SPDX-License-Identifier: GPL-2.0-or-later
#include "report/arm_cells.h"

#include "report/cells.h"

namespace firstbyte::report {
namespace {

bool SameTable(const Group& a, const Group& b) {
  return a.engine == b.engine && a.reference_engine == b.reference_engine && a.same_arms == b.same_arms;
}

}  // namespace

std::vector<ArmTable> ArmTables(const Comparison& comparison) {
  std::vector<ArmTable> tables;
  for (std::size_t i = 0; i < comparison.groups.size(); ++i) {
    if (i == 0 || !SameTable(comparison.groups[i - 1], comparison.groups[i])) tables.push_back({i, i});
    tables.back().end = i + 1;
  }
  return tables;
}

std::string ArmTableName(const Group& group) {
  if (group.engine == group.reference_engine) return group.engine;
  return group.engine + ", deltas against the " + (group.same_arms ? "same arm" : "baseline") + " of " +
         group.reference_engine;
}

ArmCells CellsOf(const Results& results, const Row& row) {
  ArmCells cells{RowName(results, row), FormatNs(row.median_ns), "", "", "", ""};
  if (!row.difference) return cells;
  const Difference& difference = *row.difference;
  cells.delta = FormatNs(difference.delta_ns);
  cells.percent = FormatPercent(difference.percent);
  if (const auto& interval = difference.ns_interval)
    cells.interval = FormatNsEnd(interval->low) + ".." + FormatNsEnd(interval->high);
  cells.verdict = VerdictName(difference.verdict);
  return cells;
}

}  // namespace firstbyte::report
