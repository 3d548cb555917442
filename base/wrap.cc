// SPDX-License-Identifier: GPL-2.0-or-later
#include "base/wrap.h"

#include <sstream>

namespace firstbyte {
namespace {

// Where a word that is longer than `width` is cut: not within a character of UTF-8, and not between a backslash and
// what it escapes, which would be markup again at the start of a line.
std::size_t CutAt(std::string_view word, std::size_t width) {
  std::size_t cut = width;
  while (cut > 0 && (static_cast<unsigned char>(word[cut]) & 0xc0u) == 0x80u) --cut;
  std::size_t backslashes = 0;
  while (backslashes < cut && word[cut - 1 - backslashes] == '\\') ++backslashes;
  cut -= backslashes % 2;
  return cut == 0 ? width : cut;
}

}  // namespace

std::vector<std::string> WrapLines(std::string_view text, std::size_t width) {
  std::vector<std::string> lines;
  std::string line;
  std::istringstream words{std::string(text)};
  for (std::string word; words >> word;) {
    if (!line.empty() && line.size() + 1 + word.size() > width) {
      lines.push_back(line);
      line.clear();
    }
    if (!line.empty()) line += ' ';
    line += word;
    while (line.size() > width) {
      const std::size_t cut = CutAt(line, width);
      lines.push_back(line.substr(0, cut));
      line.erase(0, cut);
    }
  }
  if (!line.empty()) lines.push_back(line);
  return lines;
}

std::string WrapIndented(std::string_view text, std::size_t indent, std::size_t width) {
  std::string wrapped;
  for (const std::string& line : WrapLines(text, width - indent)) {
    if (!wrapped.empty()) wrapped += "\n" + std::string(indent, ' ');
    wrapped += line;
  }
  return wrapped;
}

}  // namespace firstbyte
