// SPDX-License-Identifier: GPL-2.0-or-later
#include "report/arm_cells.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "report/cells.h"
#include "report/testing.h"

namespace firstbyte::report {
namespace {

TEST(ArmTables, HoldEachGroupOnceAndNoTwoEngines) {
  FixtureOptions options;
  options.engines = {"zstd-1.5.4", "candidate"};
  const Comparison comparison = Compare(MakeResults(options)).value();
  const auto tables = ArmTables(comparison);
  ASSERT_EQ(tables.size(), 3u);
  std::size_t next = 0;
  for (const ArmTable& table : tables) {
    EXPECT_EQ(table.first, next);
    EXPECT_EQ(table.end - table.first, 2u) << "an operation each";
    for (std::size_t i = table.first; i < table.end; ++i)
      EXPECT_EQ(ArmTableName(comparison.groups[i]), ArmTableName(comparison.groups[table.first]));
    next = table.end;
  }
  EXPECT_EQ(next, comparison.groups.size());
  EXPECT_EQ(ArmTableName(comparison.groups[0]), "zstd-1.5.4");
  EXPECT_EQ(ArmTableName(comparison.groups.back()), "candidate, deltas against the same arm of zstd-1.5.4");
}

// An engine that has a baseline of one operation alone: two tables, for their deltas are of two kinds.
TEST(ArmTables, SayWhereAnEngineHasNoBaseline) {
  Results results = WithoutBaselineOf("candidate");
  const Comparison without = Compare(results).value();
  EXPECT_EQ(ArmTableName(without.groups.back()), "candidate, deltas against the baseline of zstd-1.5.4");
  for (Arm& arm : results.arms) {
    if (arm.engine == "candidate" && arm.operation == "compress" && arm.name == "floor") arm.name = "baseline";
  }
  const Comparison half = Compare(results).value();
  std::vector<std::string> names;
  for (const ArmTable& table : ArmTables(half)) names.push_back(ArmTableName(half.groups[table.first]));
  EXPECT_EQ(names,
            (std::vector<std::string>{"zstd-1.5.4", "candidate", "candidate, deltas against the baseline of zstd-1.5.4",
                                      "candidate, deltas against the same arm of zstd-1.5.4"}));
}

TEST(CellsOf, AreEmptyWhereThereIsNothing) {
  FixtureOptions options;
  options.runs = 2;
  const Results results = MakeResults(options);
  const Group group = Compare(results).value().groups[0];
  const ArmCells reference = CellsOf(results, group.rows[0]);
  EXPECT_EQ(reference.name, "baseline");
  EXPECT_EQ(reference.median, FormatNs(group.rows[0].median_ns));
  EXPECT_EQ(reference.delta + reference.percent + reference.interval + reference.verdict, "");
  const ArmCells patched = CellsOf(results, group.rows[1]);
  EXPECT_EQ(patched.delta, FormatNs(group.rows[1].difference->delta_ns));
  EXPECT_EQ(patched.interval, "") << "two runs have none";
  EXPECT_EQ(patched.verdict, "unresolved");
}

TEST(CellsOf, AreThoseOfTheComparison) {
  const Results results = MakeResults();
  const Row row = Compare(results).value().groups[0].rows[1];
  const ArmCells cells = CellsOf(results, row);
  EXPECT_EQ(cells.percent, FormatPercent(row.difference->percent));
  EXPECT_EQ(cells.interval,
            FormatNsEnd(row.difference->ns_interval->low) + ".." + FormatNsEnd(row.difference->ns_interval->high));
  EXPECT_EQ(cells.verdict, "faster");
}

}  // namespace
}  // namespace firstbyte::report
