// SPDX-License-Identifier: GPL-2.0-or-later
#include "report/published_check.h"

#include <fmt/core.h>

#include <algorithm>
#include <cstddef>
#include <utility>

#include "base/wrap.h"
#include "report/cells.h"
#include "report/mail_table.h"
#include "report/statistics.h"
#include "report/text.h"

namespace firstbyte::report {
namespace {

// How far a printed number may be from what it was rounded from: half of its last place.
constexpr double kHalf = 0.5;
constexpr double kHalfPercent = 0.05;

constexpr std::size_t kColumns = 80;

std::string Paragraph(const std::string& text) { return WrapIndented(text, 0, kColumns) + "\n"; }

std::string Ns(double ns) { return FormatNs(ns) + " ns"; }

// The deltas of all medians that round to the printed ones.
Interval PossibleDelta(const PublishedRow& row) {
  const double delta = DeltaNs(row.baseline_ns, row.arm_ns);
  return {delta - 2 * kHalf, delta + 2 * kHalf};
}

// The saved percentages of the same medians; where the printed delta is theirs too, of those whose difference rounds to
// it. For a given delta the extremes lie where the baseline is the sum of delta and arm, which is the printed baseline
// itself.
Interval PossiblePercent(const PublishedRow& row, bool delta_binds) {
  if (!delta_binds) {
    return {DeltaPercent(row.baseline_ns - kHalf, row.arm_ns + kHalf),
            DeltaPercent(row.baseline_ns + kHalf, row.arm_ns - kHalf)};
  }
  return {DeltaPercent(row.baseline_ns, row.arm_ns + kHalf), DeltaPercent(row.baseline_ns, row.arm_ns - kHalf)};
}

std::string Explain(const std::string& printed, const std::string& low, const std::string& high, bool possible) {
  return fmt::format(
      "medians that round to the printed ones give {} to {}, {}", low, high,
      possible ? "so it can come from unrounded medians" : fmt::format("so {} cannot follow from this row", printed));
}

DerivedCell CheckDelta(const PublishedTable& table, const PublishedGroup& group, const PublishedRow& row) {
  DerivedCell cell;
  cell.group = group.label;
  cell.row = row.name;
  cell.column = table.delta_heading;
  cell.printed = row.delta.value_or("");
  cell.value = DeltaNs(row.baseline_ns, row.arm_ns);
  cell.computed = Ns(cell.value);
  cell.follows = cell.printed.empty() || cell.printed == cell.computed;
  if (cell.follows) return cell;
  const Interval range = PossibleDelta(row);
  const bool possible = cell.printed == Ns(range.low) || cell.printed == Ns(range.high);
  cell.explanation = Explain(cell.printed, Ns(range.low), Ns(range.high), possible);
  return cell;
}

DerivedCell CheckPercent(const PublishedTable& table, const PublishedGroup& group, const PublishedRow& row) {
  const double sign = table.percent_means == "saved" ? 1 : -1;
  DerivedCell cell;
  cell.group = group.label;
  cell.row = row.name;
  cell.column = "%";
  cell.printed = row.percent;
  cell.value = sign * DeltaPercent(row.baseline_ns, row.arm_ns);
  cell.computed = FormatPercent(cell.value);
  cell.follows = cell.printed == cell.computed;
  if (cell.follows) return cell;
  const bool delta_binds = row.delta && *row.delta == Ns(DeltaNs(row.baseline_ns, row.arm_ns));
  Interval range = PossiblePercent(row, delta_binds);
  range = {sign * range.low, sign * range.high};
  if (range.low > range.high) std::swap(range.low, range.high);
  const bool possible = row.percent_value + kHalfPercent >= range.low && row.percent_value - kHalfPercent <= range.high;
  cell.explanation =
      Explain(cell.printed, fmt::format("{:.3f}%", range.low), fmt::format("{:.3f}%", range.high), possible);
  return cell;
}

// What the mail does not print is computed here, behind the row.
std::string Note(const std::string& news) { return news.empty() ? "" : "computed: " + news; }

std::string LayTable(const PublishedTable& table, const std::vector<DerivedCell>& cells) {
  MailTable mail;
  mail.arm = Printable(table.arm_heading);
  mail.delta = Printable(table.delta_heading);
  auto cell = cells.begin();
  for (const PublishedGroup& group : table.groups) {
    mail.groups.push_back({Printable(group.label), {}});
    for (const PublishedRow& row : group.rows) {
      mail.groups.back().rows.push_back({Printable(row.name), row.baseline, row.arm, row.delta.value_or(""),
                                         row.percent, Note(NewsOf(cell[0], cell[1]))});
      cell += 2;
    }
  }
  return LayMailTable(mail);
}

std::string Source(const PublishedTable& table) {
  std::string text = Paragraph(Printable(table.subject));
  text += Paragraph(fmt::format("{}, {}, message id {}", Printable(table.author), Printable(table.date),
                                Printable(table.message_id)));
  text += Paragraph(Printable(table.provenance)) + Paragraph(Printable(table.method));
  for (const PublishedGroup& group : table.groups) {
    text += Paragraph(Printable(group.label) + ": " + Printable(group.setup));
  }
  return text + "\n";
}

std::string Findings(const std::vector<DerivedCell>& cells) {
  int printed = 0;
  int following = 0;
  std::string differing;
  for (const DerivedCell& cell : cells) {
    if (cell.printed.empty()) continue;
    ++printed;
    following += cell.follows ? 1 : 0;
    if (cell.follows) continue;
    differing += Paragraph(fmt::format("{}, {}: printed {}, computed {}: {}.", Printable(cell.group),
                                       Printable(cell.row), cell.printed, cell.computed, cell.explanation));
  }
  return fmt::format("\nRecomputed from the printed medians: {} of {} derived cells follow.\n{}", following, printed,
                     differing);
}

}  // namespace

std::vector<DerivedCell> CheckDerivedCells(const PublishedTable& table) {
  std::vector<DerivedCell> cells;
  for (const PublishedGroup& group : table.groups) {
    for (const PublishedRow& row : group.rows) {
      cells.push_back(CheckDelta(table, group, row));
      cells.push_back(CheckPercent(table, group, row));
    }
  }
  return cells;
}

std::string NewsOf(const DerivedCell& delta, const DerivedCell& percent) {
  if (!percent.follows) return percent.computed;
  return !delta.follows || delta.printed.empty() ? delta.computed : "";
}

std::string RenderPublished(const std::vector<PublishedTable>& tables) {
  std::string text;
  for (const PublishedTable& table : tables) {
    const std::vector<DerivedCell> cells = CheckDerivedCells(table);
    text += (text.empty() ? "" : "\n") + Source(table) + LayTable(table, cells) + Findings(cells);
  }
  return text;
}

}  // namespace firstbyte::report
