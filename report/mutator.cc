// SPDX-License-Identifier: GPL-2.0-or-later
#include "report/mutator.h"

#include <algorithm>
#include <utility>

namespace firstbyte::report {
namespace {

const std::vector<std::string>& Tokens() {
  static const std::vector<std::string> tokens = {"null",
                                                  "{",
                                                  "}",
                                                  "[",
                                                  "]",
                                                  ",",
                                                  ":",
                                                  "\"",
                                                  "\\",
                                                  "NaN",
                                                  "1e400",
                                                  "\\u0000",
                                                  std::string(1, '\0'),
                                                  "{\"a\":1,\"a\":2}",
                                                  "\xff",
                                                  "\xed\xa0\x80",
                                                  "[[[[[["};
  return tokens;
}

const std::vector<std::string>& Numbers() {
  static const std::vector<std::string> numbers = {"-1",
                                                   "0",
                                                   "1.5",
                                                   "1e400",
                                                   "1e3",
                                                   "-0",
                                                   "null",
                                                   "\"1\"",
                                                   "true",
                                                   "9223372036854775807",
                                                   "9223372036854775808",
                                                   "18446744073709551616",
                                                   "99999999999999999999999999",
                                                   "2147483648",
                                                   "{}",
                                                   "[1]",
                                                   "007"};
  return numbers;
}

}  // namespace

std::string Mutator::Mutate(std::string text) {
  const std::size_t edits = 1 + Below(3);
  for (std::size_t i = 0; i < edits && !text.empty(); ++i) Edit(text);
  return text;
}

void Mutator::Edit(std::string& text) {
  const std::size_t at = Below(text.size());
  switch (Below(8)) {
    case 0:
      text[at] = static_cast<char>(text[at] ^ (1 << Below(8)));
      break;
    case 1:
      text.resize(at);
      break;
    case 2:
      text.erase(at, 1 + Below(40));
      break;
    case 3:
      text.insert(at, text.substr(Below(text.size()), 1 + Below(40)));
      break;
    case 4:
      EditDigit(text, at);
      break;
    case 5:
      SwapKeys(text, at);
      break;
    case 6:
      text.insert(at, Pick(Tokens()));
      break;
    default:
      ReplaceNumber(text, at);
      break;
  }
}

void Mutator::EditDigit(std::string& text, std::size_t from) {
  const std::size_t at = text.find_first_of("0123456789", from);
  if (at != std::string::npos) text[at] = static_cast<char>('0' + Below(10));
}

void Mutator::ReplaceNumber(std::string& text, std::size_t from) {
  const std::size_t at = text.find_first_of("0123456789", from);
  if (at == std::string::npos) return;
  const std::size_t end = std::min(text.find_first_not_of("0123456789", at), text.size());
  text.replace(at, end - at, Pick(Numbers()));
}

void Mutator::SwapKeys(std::string& text, std::size_t from) {
  const auto key_at = [&](std::size_t start) {
    const std::size_t colon = text.find("\":", start);
    if (colon == std::string::npos || colon == 0) return std::pair<std::size_t, std::size_t>(0, 0);
    const std::size_t quote = text.rfind('"', colon - 1);
    if (quote == std::string::npos) return std::pair<std::size_t, std::size_t>(0, 0);
    return std::pair<std::size_t, std::size_t>(quote, colon + 1 - quote);
  };
  const auto first = key_at(from);
  const auto second = key_at(first.first + first.second);
  if (first.second == 0 || second.second == 0 || second.first < first.first + first.second) return;
  const std::string a = text.substr(first.first, first.second);
  const std::string b = text.substr(second.first, second.second);
  text.replace(second.first, second.second, a);
  text.replace(first.first, first.second, b);
}

}  // namespace firstbyte::report
