// SPDX-License-Identifier: GPL-2.0-or-later
// A GitHub markdown table with its columns padded to one width, so that it also reads as plain text. Cells are markdown
// already: escape what comes from a file.
#ifndef FIRSTBYTE_REPORT_MARKDOWN_TABLE_H_
#define FIRSTBYTE_REPORT_MARKDOWN_TABLE_H_

#include <string>
#include <vector>

namespace firstbyte::report {

enum class Align { kLeft, kRight };

struct Column {
  std::string heading;
  Align align = Align::kLeft;
};

// Every row has one cell per column.
std::string LayMarkdownTable(const std::vector<Column>& columns, const std::vector<std::vector<std::string>>& rows);

}  // namespace firstbyte::report

#endif  // FIRSTBYTE_REPORT_MARKDOWN_TABLE_H_
