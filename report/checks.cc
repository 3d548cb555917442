// SPDX-License-Identifier: GPL-2.0-or-later
#include "report/checks.h"

#include <fmt/format.h>

#include <algorithm>

#include "report/text.h"

namespace firstbyte::report {

Problem FirstProblem(std::initializer_list<Problem> problems) {
  for (const Problem& problem : problems) {
    if (problem) return problem;
  }
  return {};
}

Problem CheckRange(std::string_view place, std::int64_t value, std::int64_t low, std::int64_t high) {
  if (value >= low && value <= high) return {};
  return fmt::format("{} is {}; it must lie between {} and {}", place, value, low, high);
}

Problem CheckNotEmpty(std::string_view place, std::string_view text) {
  if (!text.empty()) return {};
  return fmt::format("{} is empty", place);
}

Problem CheckName(std::string_view place, std::string_view text) {
  constexpr int kMostCharacters = 200;
  if (auto problem = CheckNotEmpty(place, text)) return problem;
  const int characters = DisplayWidth(text);
  if (characters <= kMostCharacters) return {};
  return fmt::format("{} has {} characters; it may have {} at most", place, characters, kMostCharacters);
}

Problem CheckOneOf(std::string_view place, std::string_view value, const std::vector<std::string_view>& allowed) {
  if (std::find(allowed.begin(), allowed.end(), value) != allowed.end()) return {};
  return fmt::format("{} is {}; it must be one of {}", place, Quoted(value), fmt::join(allowed, ", "));
}

Problem CheckCount(std::string_view place, std::size_t count, std::int64_t expected) {
  if (static_cast<std::int64_t>(count) == expected) return {};
  return fmt::format("{} has {} {}; it must have {}", place, count, count == 1 ? "entry" : "entries", expected);
}

Problem CheckOnce(std::string_view place, std::int64_t index, std::vector<bool>& seen) {
  if (auto problem = CheckRange(place, index, 0, static_cast<std::int64_t>(seen.size()) - 1)) return problem;
  if (seen[static_cast<std::size_t>(index)]) return fmt::format("{} is {} for the second time", place, index);
  seen[static_cast<std::size_t>(index)] = true;
  return {};
}

}  // namespace firstbyte::report
