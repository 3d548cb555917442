// SPDX-License-Identifier: GPL-2.0-or-later
// Text that goes into an HTML page, so that nothing which comes from a file is markup, script or acts on the reader.
#ifndef FIRSTBYTE_REPORT_HTML_TEXT_H_
#define FIRSTBYTE_REPORT_HTML_TEXT_H_

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "report/markdown_table.h"

namespace firstbyte::report {

// What a file says in one place, in characters; the rest stands in the file.
inline constexpr std::size_t kMostHtmlCharacters = 400;

// For text and for attributes in quotation marks; one line, of kMostHtmlCharacters at most.
std::string EscapeHtml(std::string_view text);

// The same for <pre>: lines stay lines, of any length.
std::string EscapeHtmlLines(std::string_view text);

// JSON or JavaScript as what a <script> element holds: the same document or program, in which nothing ends the element.
std::string JsonInScript(std::string_view json);
std::string ScriptInScript(std::string_view script);

// What a Content-Security-Policy calls a script that may run: 'sha256-...', of the element's very text.
std::string ScriptSource(std::string_view script);

// A row of an HTML table. Cells are HTML already.
struct HtmlRow {
  std::vector<std::string> cells;  // the first is the row's heading
  std::string style;               // class of the last cell; may be empty
  bool heading = false;            // one cell over all columns, for the rows below it
};

std::string HtmlTable(const std::string& caption, const std::vector<Column>& columns, const std::vector<HtmlRow>& rows);

}  // namespace firstbyte::report

#endif  // FIRSTBYTE_REPORT_HTML_TEXT_H_
