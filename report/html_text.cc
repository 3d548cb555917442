// SPDX-License-Identifier: GPL-2.0-or-later
#include "report/html_text.h"

#include <fmt/core.h>

#include <algorithm>
#include <cstdint>

#include "base/sha256.h"
#include "report/text.h"
#include "report/xml.h"

namespace firstbyte::report {
namespace {

void ReplaceAll(std::string& text, std::string_view from, std::string_view to) {
  for (std::size_t at = text.find(from); at != std::string::npos; at = text.find(from, at + to.size()))
    text.replace(at, from.size(), to);
}

// `b` is in lower case.
bool IsSame(std::string_view a, std::string_view b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                    [](char left, char right) { return left == right || (left | 0x20) == right; });
}

unsigned Digit(char hexadecimal) {
  return static_cast<unsigned>(hexadecimal <= '9' ? hexadecimal - '0' : hexadecimal - 'a' + 10);
}

// Of 32 bytes: 43 characters and one that fills up.
std::string Base64(std::string_view digest) {
  constexpr std::string_view kAlphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string out;
  std::uint32_t bits = 0;
  unsigned held = 0;
  for (const char digit : digest) {
    bits = (bits << 4u) | Digit(digit);
    held += 4;
    if (held < 6) continue;
    held -= 6;
    out += kAlphabet[(bits >> held) & 63u];
  }
  if (held > 0) out += kAlphabet[(bits << (6 - held)) & 63u];
  while (out.size() % 4 != 0) out += '=';
  return out;
}

std::string Classes(const Column& column, bool last, const std::string& style) {
  std::string classes = column.align == Align::kRight ? "number" : "";
  if (last && !style.empty()) classes += (classes.empty() ? "" : " ") + style;
  return classes.empty() ? "" : fmt::format(" class=\"{}\"", classes);
}

std::string RowHtml(const std::vector<Column>& columns, const HtmlRow& row) {
  if (row.heading)
    return fmt::format("<tr><th class=\"group\" scope=\"rowgroup\" colspan=\"{}\">{}</th></tr>\n", columns.size(),
                       row.cells.front());
  std::string html = "<tr>";
  for (std::size_t i = 0; i < row.cells.size(); ++i) {
    const std::string classes = Classes(columns[i], i + 1 == row.cells.size(), row.style);
    html += i == 0 ? fmt::format("<th scope=\"row\"{}>{}</th>", classes, row.cells[i])
                   : fmt::format("<td{}>{}</td>", classes, row.cells[i]);
  }
  return html + "</tr>\n";
}

}  // namespace

std::string EscapeHtml(std::string_view text) { return EscapeXml(Shortened(text, kMostHtmlCharacters)); }

std::string EscapeHtmlLines(std::string_view text) {
  std::string html;
  while (!text.empty()) {
    const std::size_t end = text.find('\n');
    html += EscapeXml(text.substr(0, end));
    if (end == std::string_view::npos) break;
    html += '\n';
    text.remove_prefix(end + 1);
  }
  return html;
}

std::string JsonInScript(std::string_view json) {
  std::string text(json);
  ReplaceAll(text, "<", "\\u003c");
  return text;
}

// Both stand in strings and regular expressions alone, where a backslash before a character that means nothing else
// changes nothing.
std::string ScriptInScript(std::string_view script) {
  constexpr std::string_view kEnd = "</script";
  std::string text;
  for (std::size_t i = 0; i < script.size(); ++i) {
    text += script[i];
    if (script[i] != '<') continue;
    if (script.substr(i, 4) == "<!--" || IsSame(script.substr(i, kEnd.size()), kEnd)) text += '\\';
  }
  return text;
}

std::string ScriptSource(std::string_view script) { return "'sha256-" + Base64(Sha256(script)) + "'"; }

std::string HtmlTable(const std::string& caption, const std::vector<Column>& columns,
                      const std::vector<HtmlRow>& rows) {
  std::string html = "<div class=\"wide\" tabindex=\"0\" role=\"region\" aria-label=\"" + caption +
                     "\"><table>\n<caption>" + caption + "</caption>\n<thead><tr>";
  for (const Column& column : columns)
    html += fmt::format("<th scope=\"col\"{}>{}</th>", Classes(column, false, ""), column.heading);
  html += "</tr></thead>\n";
  bool open = false;
  for (const HtmlRow& row : rows) {
    if (row.heading || !open) html += std::string(open ? "</tbody>\n" : "") + "<tbody>\n";
    open = true;
    html += RowHtml(columns, row);
  }
  return html + (open ? "</tbody>\n" : "") + "</table></div>\n";
}

}  // namespace firstbyte::report
