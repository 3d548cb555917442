// SPDX-License-Identifier: GPL-2.0-or-later
#include "base/wrap.h"

#include <algorithm>
#include <sstream>

namespace firstbyte {
namespace {

// Whether `at` is within a character of UTF-8, or within what markdown takes for one: a backslash and what it escapes,
// which would be markup again at the start of a line, or a reference like "&#8203;".
bool IsWithinCharacter(std::string_view word, std::size_t at) {
  if ((static_cast<unsigned char>(word[at]) & 0xc0u) == 0x80u) return true;
  std::size_t backslashes = 0;
  while (backslashes < at && word[at - 1 - backslashes] == '\\') ++backslashes;
  if (backslashes % 2 == 1) return true;
  const std::size_t begin = word.substr(0, at).rfind('&');
  if (begin == std::string_view::npos) return false;
  const std::size_t end = word.find_first_not_of("#0123456789", begin + 1);
  return end != std::string_view::npos && word[end] == ';' && end >= at;
}

// Markdown has lists of items "- x", "+ x" and "1. x", and headings above a line of "=" or "-".
bool IsMarker(std::string_view word) {
  if (word == "-" || word == "+" || word == "=") return true;
  const std::size_t number = word.find_first_not_of('0');
  const std::string_view end = number == std::string_view::npos ? "" : word.substr(number);
  return end == "1." || end == "1)";  // within a paragraph no other number begins a list
}

// Or an emphasis.
bool MayBeginMarker(char c) {
  return c == ' ' || c == '_' || c == '-' || c == '+' || c == '=' || (c >= '0' && c <= '9');
}

// Where a word that is longer than `width` is cut.
std::size_t CutAt(std::string_view word, std::size_t width) {
  std::size_t possible = 0;
  for (std::size_t cut = width; cut > 0; --cut) {
    if (IsWithinCharacter(word, cut)) continue;
    if (!MayBeginMarker(word[cut])) return cut;
    possible = std::max(possible, cut);
  }
  return possible == 0 ? width : possible;
}

// What no line ends within: a marker stays behind the word before it, at the start of a line it would act.
std::vector<std::string> Words(std::string_view text) {
  std::vector<std::string> words;
  std::istringstream all{std::string(text)};
  for (std::string word; all >> word;) {
    if (IsMarker(word) && !words.empty()) {
      words.back() += " " + word;
    } else {
      words.push_back(word);
    }
  }
  return words;
}

}  // namespace

std::vector<std::string> WrapLines(std::string_view text, std::size_t width) {
  std::vector<std::string> lines;
  std::string line;
  for (const std::string& word : Words(text)) {
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
