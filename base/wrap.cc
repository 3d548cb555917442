// SPDX-License-Identifier: GPL-2.0-or-later
#include "base/wrap.h"

#include <sstream>

namespace firstbyte {

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
      lines.push_back(line.substr(0, width));
      line.erase(0, width);
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
