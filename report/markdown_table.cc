// SPDX-License-Identifier: GPL-2.0-or-later
#include "report/markdown_table.h"

#include <algorithm>
#include <cstddef>

#include "report/text.h"

namespace firstbyte::report {
namespace {

std::string Pad(const std::string& text, int width, Align align) {
  const std::string spaces(static_cast<std::size_t>(std::max(0, width - DisplayWidth(text))), ' ');
  return align == Align::kLeft ? text + spaces : spaces + text;
}

std::string Rule(int width, Align align) {
  const std::string dashes(static_cast<std::size_t>(width + 1), '-');
  return align == Align::kLeft ? ":" + dashes + "|" : dashes + ":|";
}

}  // namespace

std::string LayMarkdownTable(const std::vector<Column>& columns, const std::vector<std::vector<std::string>>& rows) {
  std::vector<int> widths;
  for (std::size_t i = 0; i < columns.size(); ++i) {
    int width = DisplayWidth(columns[i].heading);
    for (const auto& row : rows) width = std::max(width, DisplayWidth(row[i]));
    widths.push_back(width);
  }
  std::string heading = "|";
  std::string rule = "|";
  std::string body;
  for (std::size_t i = 0; i < columns.size(); ++i) {
    heading += " " + Pad(columns[i].heading, widths[i], columns[i].align) + " |";
    rule += Rule(widths[i], columns[i].align);
  }
  for (const auto& row : rows) {
    body += "|";
    for (std::size_t i = 0; i < columns.size(); ++i) body += " " + Pad(row[i], widths[i], columns[i].align) + " |";
    body += "\n";
  }
  return heading + "\n" + rule + "\n" + body;
}

}  // namespace firstbyte::report
