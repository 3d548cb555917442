// SPDX-License-Identifier: GPL-2.0-or-later
// Checks that results are made of. Each gives the first problem as the end of a sentence, "PLACE is VALUE; it must
// ...", or nothing; report/validate.h puts the file in front. Text from the file is quoted so that it cannot act on a
// terminal.
#ifndef FIRSTBYTE_REPORT_CHECKS_H_
#define FIRSTBYTE_REPORT_CHECKS_H_

#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace firstbyte::report {

using Problem = std::optional<std::string>;

// The first of several.
Problem FirstProblem(std::initializer_list<Problem> problems);

Problem CheckRange(std::string_view place, std::int64_t value, std::int64_t low, std::int64_t high);
Problem CheckNotEmpty(std::string_view place, std::string_view text);

// What tables, pages and plots print again and again: something, and of 200 characters at most. Nothing that Firstbyte
// names is half as long.
Problem CheckName(std::string_view place, std::string_view text);

Problem CheckOneOf(std::string_view place, std::string_view value, const std::vector<std::string_view>& allowed);

// The length of an array.
Problem CheckCount(std::string_view place, std::size_t count, std::int64_t expected);

// Marks `index` in `seen`; a problem if it is out of range or marked already.
Problem CheckOnce(std::string_view place, std::int64_t index, std::vector<bool>& seen);

}  // namespace firstbyte::report

#endif  // FIRSTBYTE_REPORT_CHECKS_H_
