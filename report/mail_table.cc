// SPDX-License-Identifier: GPL-2.0-or-later
#include "report/mail_table.h"

#include <algorithm>
#include <cstddef>
#include <initializer_list>
#include <utility>

#include "report/text.h"

namespace firstbyte::report {
namespace {

// Widths of the mails' columns: the name with its indentation and the gap behind it, then the numbers.
struct Widths {
  int name = 18;
  int baseline = 9;
  int arm = 9;
  int delta = 8;
  int percent = 5;
};

constexpr char kGroupIndent[] = "  ";
constexpr char kRowIndent[] = "    ";
constexpr char kGap[] = "   ";
constexpr char kPercentGap[] = "  ";

std::string Spaces(int count) { return std::string(static_cast<std::size_t>(std::max(count, 0)), ' '); }
std::string Left(const std::string& text, int width) { return text + Spaces(width - DisplayWidth(text)); }
std::string Right(const std::string& text, int width) { return Spaces(width - DisplayWidth(text)) + text; }

void Widen(int& width, const std::string& text) { width = std::max(width, DisplayWidth(text)); }

Widths Measure(const MailTable& table) {
  Widths widths;
  Widen(widths.baseline, table.baseline);
  Widen(widths.arm, table.arm);
  Widen(widths.delta, table.delta);
  for (const MailGroup& group : table.groups) {
    for (const MailRow& row : group.rows) {
      Widen(widths.name, kRowIndent + row.name + "  ");
      Widen(widths.baseline, row.baseline);
      Widen(widths.arm, row.arm);
      Widen(widths.delta, row.delta);
      Widen(widths.percent, row.percent);
    }
  }
  return widths;
}

std::string Line(std::string text) {
  text.erase(text.find_last_not_of(' ') + 1);
  return text + "\n";
}

}  // namespace

std::string LayMailTable(const MailTable& table) {
  const Widths widths = Measure(table);
  std::string out = Line(Spaces(widths.name) + Left(table.baseline, widths.baseline) + kGap +
                         Left(table.arm, widths.arm) + kGap + table.delta);
  for (const MailGroup& group : table.groups) {
    out += Line(kGroupIndent + group.label);
    for (const MailRow& row : group.rows) {
      out += Line(Left(kRowIndent + row.name, widths.name) + Right(row.baseline, widths.baseline) + kGap +
                  Right(row.arm, widths.arm) + kGap + Right(row.delta, widths.delta) + kPercentGap +
                  Right(row.percent, widths.percent) + (row.note.empty() ? "" : "  " + row.note));
    }
  }
  return out;
}

}  // namespace firstbyte::report
