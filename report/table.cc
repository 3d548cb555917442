// SPDX-License-Identifier: GPL-2.0-or-later
#include "report/table.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <utility>

#include "report/cells.h"
#include "report/text.h"
#include "report/warnings.h"

namespace firstbyte::report {
namespace {

std::string Ns(double ns) { return FormatNs(ns) + " ns"; }

bool IsUnresolved(const Row& row) {
  return row.difference->verdict == Verdict::kUnresolved || row.difference->verdict == Verdict::kControlUntested;
}

MailRow MakeRow(const Group& group, const Row& row, double baseline_ns) {
  return {Printable(group.operation),
          Ns(baseline_ns),
          Ns(row.median_ns),
          Ns(row.difference->delta_ns),
          FormatPercent(row.difference->percent),
          IsUnresolved(row) ? VerdictName(Verdict::kUnresolved) : ""};
}

// The reference's row is the first of a group that is compared within its engine.
const Row* FindRow(const Group& group, const Results& results, const std::string& arm) {
  const auto row = std::find_if(group.rows.begin(), group.rows.end(), [&](const Row& candidate) {
    return candidate.difference && results.arms[candidate.arm].name == arm;
  });
  return row == group.rows.end() ? nullptr : &*row;
}

std::vector<MailGroup> MakeGroups(const TableSource& source, const std::string& arm) {
  const bool several_engines = !source.comparison->groups.empty() &&
                               source.comparison->groups.front().engine != source.comparison->groups.back().engine;
  std::vector<MailGroup> groups;
  for (const Group& group : source.comparison->groups) {
    if (group.engine != group.reference_engine) continue;
    const Row* row = FindRow(group, *source.results, arm);
    if (row == nullptr) continue;
    std::string label = Printable(source.results->context.platform);
    if (several_engines) label += ", " + Printable(group.engine);
    if (groups.empty() || groups.back().label != label) groups.push_back({label, {}});
    groups.back().rows.push_back(MakeRow(group, *row, group.rows.front().median_ns));
  }
  return groups;
}

Result<void> CheckAccelerators(const std::vector<TableSource>& sources) {
  for (const TableSource& source : sources) {
    const std::string& accel = source.results->context.accel;
    if (accel == sources.front().results->context.accel) continue;
    return InvalidError(
        fmt::format("One table cannot hold times by {} and by {}: those of an emulated CPU compare with nothing else.",
                    Quoted(sources.front().results->context.accel), Quoted(accel)));
  }
  return {};
}

std::string KnownArms(const std::vector<TableSource>& sources) {
  std::set<std::string> names;
  for (const TableSource& source : sources) {
    for (const Arm& arm : source.results->arms) {
      if (arm.name != kBaselineArm) names.insert(Quoted(arm.name));
    }
  }
  return fmt::format("{}", fmt::join(names, ", "));
}

std::string SeriousWarnings(const std::vector<TableSource>& sources) {
  std::string text;
  for (const TableSource& source : sources) {
    for (const Warning& warning : Warnings(*source.results, *source.comparison)) {
      if (!warning.serious) continue;
      text += Printable(source.results->context.platform) + ": " + Printable(warning.sentence) + "\n";
    }
  }
  return text.empty() ? text : "\n" + text;
}

}  // namespace

Result<MailTable> MakeMailTable(const std::vector<TableSource>& sources, const std::string& arm) {
  if (const auto checked = CheckAccelerators(sources); !checked) return tl::unexpected(checked.error());
  MailTable table;
  table.arm = Printable(arm);
  for (const TableSource& source : sources) {
    for (MailGroup& group : MakeGroups(source, arm)) table.groups.push_back(std::move(group));
  }
  if (table.groups.empty() && KnownArms(sources).empty())
    return UsageError(fmt::format("There is no arm {} to put beside the baseline, nor any other.", Quoted(arm)));
  if (table.groups.empty()) {
    return UsageError(fmt::format("There is no arm {} to put beside the baseline; these results have {}.", Quoted(arm),
                                  KnownArms(sources)));
  }
  return table;
}

Result<std::string> RenderMailTable(const std::vector<TableSource>& sources, const std::string& arm) {
  const auto table = MakeMailTable(sources, arm);
  if (!table) return tl::unexpected(table.error());
  return LayMailTable(*table) + SeriousWarnings(sources);
}

Result<std::string> RenderMailTable(const Results& results, const Comparison& comparison, const std::string& arm) {
  return RenderMailTable({{&results, &comparison}}, arm);
}

}  // namespace firstbyte::report
