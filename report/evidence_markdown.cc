// SPDX-License-Identifier: GPL-2.0-or-later
#include "report/evidence_markdown.h"

#include <fmt/core.h>
#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "base/wrap.h"
#include "report/arm_cells.h"
#include "report/cells.h"
#include "report/evidence.h"
#include "report/list_item.h"
#include "report/markdown_table.h"
#include "report/text.h"
#include "report/warnings.h"

namespace firstbyte::report {
namespace {

// The same rows by each clock; results of which thread CPU time is missing have one.
struct Clocks {
  const Comparison* wall = nullptr;
  const Comparison* cpu = nullptr;

  std::vector<const Comparison*> all() const {
    std::vector<const Comparison*> there;
    for (const Comparison* one : {wall, cpu}) {
      if (one != nullptr) there.push_back(one);
    }
    return there;
  }
};

const char* ShortName(Clock clock) { return clock == Clock::kWall ? "wall" : "CPU"; }

std::string IntervalCell(const std::optional<Interval>& percent) {
  return percent ? FormatBarePercent(percent->low) + ".." + FormatBarePercent(percent->high) : "";
}

bool IsOpen(Verdict verdict) { return verdict == Verdict::kUnresolved || verdict == Verdict::kControlUntested; }

bool IsNews(Verdict verdict) { return !IsOpen(verdict) && verdict != Verdict::kControlPassed; }

// One word where the clocks agree, else the one that says something and which clock says it.
std::string BothVerdicts(Verdict wall, Verdict cpu) {
  if (wall == cpu) return VerdictName(wall);
  if (!IsNews(cpu)) return VerdictName(wall) + " (wall)";
  if (!IsNews(wall)) return VerdictName(cpu) + " (CPU)";
  return "contradict";
}

std::vector<std::string> RowCells(const Results& results, const Row& wall, const Row& cpu) {
  return {
      " " + EscapeMarkdown(RowName(results, wall)),    FormatBarePercent(wall.difference->percent),
      IntervalCell(wall.difference->percent_interval), FormatBarePercent(cpu.difference->percent),
      IntervalCell(cpu.difference->percent_interval),  BothVerdicts(wall.difference->verdict, cpu.difference->verdict)};
}

std::vector<Column> Columns() {
  return {{"saved, %", Align::kLeft}, {"wall", Align::kRight},     {"interval", Align::kRight},
          {"CPU", Align::kRight},     {"interval", Align::kRight}, {"verdict", Align::kLeft}};
}

// Both comparisons are of the same results, so that their groups and rows are the same.
std::string ClockTables(const Results& results, const Comparison& wall, const Comparison& cpu) {
  std::string text;
  const auto tables = ArmTables(wall);
  for (const ArmTable& table : tables) {
    std::vector<std::vector<std::string>> rows;
    for (std::size_t at = table.first; at < table.end; ++at) {
      const Group& group = wall.groups[at];
      rows.push_back({EscapeMarkdown(group.operation), "", "", "", "", ""});
      for (std::size_t i = 0; i < group.rows.size(); ++i) {
        if (group.rows[i].difference) rows.push_back(RowCells(results, group.rows[i], cpu.groups[at].rows[i]));
      }
    }
    if (tables.size() > 1) text += EscapeMarkdown(ArmTableName(wall.groups[table.first])) + ":\n\n";
    text += LayMarkdownTable(Columns(), rows) + "\n";
  }
  return text;
}

std::string GroupName(const Group& group, const Comparison& comparison) {
  const bool several = comparison.groups.front().engine != comparison.groups.back().engine;
  if (group.engine != group.reference_engine)
    return fmt::format("{} of {} against {}", group.operation, group.engine, group.reference_engine);
  return group.operation + (several ? " of " + group.engine : "");
}

// Of the row that scatters most, as the promise is for all of a group.
std::optional<double> Detectable(const Group& group) {
  std::optional<double> most;
  for (const Row& row : group.rows) {
    if (!row.difference || !row.difference->evidence.detectable_percent) continue;
    most = std::max(most.value_or(0), *row.difference->evidence.detectable_percent);
  }
  return most;
}

std::string UnresolvedRows(const Results& results, const Group& group) {
  std::vector<std::string> rows;
  for (const Row& row : group.rows) {
    if (!row.difference || row.difference->verdict != Verdict::kUnresolved) continue;
    const auto& detectable = row.difference->evidence.detectable_percent;
    rows.push_back(RowName(results, row) + (detectable ? fmt::format(" ({})", FormatAtLeast(*detectable)) : ""));
  }
  return rows.empty() ? "" : fmt::format("; unresolved: {}", fmt::join(rows, ", "));
}

std::string DetectableItem(const Results& results, const Comparison& shown, const Clocks& clocks, std::size_t index) {
  std::vector<std::string> found;
  for (const Comparison* one : clocks.all()) {
    if (const auto detectable = Detectable(one->groups[index]))
      found.push_back(fmt::format("{} ({})", FormatAtLeast(*detectable), ShortName(one->clock)));
  }
  if (found.empty()) return "";
  const Group& group = shown.groups[index];
  return ListItem(
      EscapeMarkdown(fmt::format("{}: changes of {} are found in four of five such measurements{}",
                                 GroupName(group, shown), fmt::join(found, " and "), UnresolvedRows(results, group))));
}

bool WasCounted(const Results& results, const Disturbance& one) {
  for (const Run& run : results.runs) {
    for (const Round& round : run.rounds) {
      for (const Sample& sample : round.samples) {
        if (sample.*one.count) return true;
      }
    }
  }
  return false;
}

// What was counted, and why the rest was not.
std::string CountedDisturbances(const Results& results, std::vector<std::string>& counted) {
  std::vector<std::string> missing;
  for (const Disturbance& one : kDisturbances) {
    if (WasCounted(results, one)) {
      counted.emplace_back(one.name);
    } else {
      // Valid results have a reason for every null.
      missing.push_back(fmt::format("{} ({})", one.name, results.not_measured.at(one.field)));
    }
  }
  return missing.empty() ? "" : fmt::format("; not known: {}", fmt::join(missing, ", "));
}

// What leaving the disturbed rounds out moves, over all rows.
struct Sensitivity {
  std::int64_t most_disturbed = 0;
  std::size_t rounds = 0;
  int rows = 0;
  std::optional<double> most_moved;  // in percentage points
  std::string most_moved_row;
  int without = 0;  // rows of which a run has no other rounds
};

Sensitivity SensitivityOf(const Results& results, const Comparison& comparison) {
  Sensitivity found;
  for (const Run& run : results.runs) {
    found.rounds += static_cast<std::size_t>(std::count_if(
        run.rounds.begin(), run.rounds.end(), [&](const Round& round) { return HasClock(round, comparison.clock); }));
  }
  for (const Group& group : comparison.groups) {
    for (const Row& row : group.rows) {
      if (!row.difference) continue;
      const Evidence& evidence = row.difference->evidence;
      ++found.rows;
      found.most_disturbed = std::max(found.most_disturbed, evidence.disturbed_rounds);
      if (!evidence.moved_points) ++found.without;
      if (!evidence.moved_points || evidence.disturbed_rounds == 0) continue;
      if (found.most_moved && *evidence.moved_points <= *found.most_moved) continue;
      found.most_moved = evidence.moved_points;
      found.most_moved_row = RowLabel(results, row);
    }
  }
  return found;
}

std::string SensitivityItem(const Results& results, const Comparison& comparison) {
  std::vector<std::string> counted;
  const std::string missing = CountedDisturbances(results, counted);
  if (counted.empty()) return ListItem(EscapeMarkdown("disturbed rounds" + missing));
  const Sensitivity found = SensitivityOf(results, comparison);
  std::string text = fmt::format("disturbed rounds (by {}): ", fmt::join(counted, ", "));
  if (found.most_disturbed == 0) return ListItem(EscapeMarkdown(text + "none" + missing));
  text += fmt::format("up to {} of {} of a row, none left out above", found.most_disturbed, found.rounds);
  if (found.most_moved)
    text += fmt::format("; without them no estimate moves by more than {:.2f} points ({})", *found.most_moved,
                        found.most_moved_row);
  if (found.without > 0) text += fmt::format("; in {} of {} rows some run has no other", found.without, found.rows);
  return ListItem(EscapeMarkdown(text + missing));
}

std::string Legend() {
  return WrapIndented(
             "The same differences by both clocks, with 95 % intervals; CPU: the thread's CPU time. A verdict of one "
             "clock alone names it.",
             0, kPageColumns) +
         "\n\n";
}

}  // namespace

std::string RenderEvidence(const Results& results, const Comparison& comparison) {
  const Clock other = comparison.clock == Clock::kWall ? Clock::kThreadCpu : Clock::kWall;
  const auto compared = Compare(results, other);
  Clocks clocks;
  (comparison.clock == Clock::kWall ? clocks.wall : clocks.cpu) = &comparison;
  if (compared) (other == Clock::kWall ? clocks.wall : clocks.cpu) = &*compared;
  const bool both = clocks.wall != nullptr && clocks.cpu != nullptr;
  std::string text = both ? ClockTables(results, *clocks.wall, *clocks.cpu) + Legend()
                          : ListItem("one clock alone: " + EscapeMarkdown(compared.error().message));
  for (std::size_t i = 0; i < comparison.groups.size(); ++i) text += DetectableItem(results, comparison, clocks, i);
  return text + SensitivityItem(results, comparison);
}

}  // namespace firstbyte::report
