// SPDX-License-Identifier: GPL-2.0-or-later
// The tables of arms that every format has: which groups of a comparison stand in one table, how it is called, and the
// cells of a row. Plain text: each format escapes it, and says in its own way why a cell is empty.
#ifndef FIRSTBYTE_REPORT_ARM_CELLS_H_
#define FIRSTBYTE_REPORT_ARM_CELLS_H_

#include <cstddef>
#include <string>
#include <vector>

#include "report/comparison.h"
#include "report/results.h"

namespace firstbyte::report {

// Groups that stand in one table: of an engine, or of an engine against another one.
struct ArmTable {
  std::size_t first = 0;  // index into Comparison::groups
  std::size_t end = 0;    // behind the last
};

std::vector<ArmTable> ArmTables(const Comparison& comparison);

// "zstd-1.5.4", "candidate, deltas against the same arm of zstd-1.5.4"; "the baseline of" where candidate has none.
std::string ArmTableName(const Group& group);

struct ArmCells {
  std::string name;
  std::string median;
  // Empty in a reference's own row.
  std::string delta;
  std::string percent;
  std::string interval;  // also empty where a difference has none
  std::string verdict;
};

ArmCells CellsOf(const Results& results, const Row& row);

}  // namespace firstbyte::report

#endif  // FIRSTBYTE_REPORT_ARM_CELLS_H_
