// SPDX-License-Identifier: GPL-2.0-or-later
#include "cli/format.h"

#include <sstream>

namespace firstbyte::cli {

std::string WrapText(std::string_view text, std::size_t indent, std::size_t width) {
  std::istringstream words{std::string(text)};
  std::string wrapped;
  std::size_t column = indent;
  for (std::string word; words >> word;) {
    if (!wrapped.empty() && column + 1 + word.size() > width) {
      wrapped += "\n" + std::string(indent, ' ');
      column = indent;
    } else if (!wrapped.empty()) {
      wrapped += ' ';
      ++column;
    }
    wrapped += word;
    column += word.size();
  }
  return wrapped;
}

std::vector<std::string> SplitList(std::string_view list) {
  std::vector<std::string> parts;
  std::istringstream stream{std::string(list)};
  for (std::string part; std::getline(stream, part, ',');) {
    if (!part.empty()) parts.push_back(part);
  }
  return parts;
}

}  // namespace firstbyte::cli
