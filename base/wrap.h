// SPDX-License-Identifier: GPL-2.0-or-later
// Text in lines of a given width.
#ifndef FIRSTBYTE_BASE_WRAP_H_
#define FIRSTBYTE_BASE_WRAP_H_

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace firstbyte {

// Lines of at most `width` bytes, broken at blanks; a word longer than a line is broken where the line ends, or a
// little before. Runs of blanks become one. As the text may be markdown, no line but the first begins with a word that
// would begin a list or underline a heading there ("-", "+", "=", "1."), and none ends within a character of it ("\*",
// "&#8203;").
std::vector<std::string> WrapLines(std::string_view text, std::size_t width);

// The same as one text whose lines after the first begin with `indent` blanks; the first line begins at column `indent`
// already. No line passes `width` columns.
std::string WrapIndented(std::string_view text, std::size_t indent, std::size_t width);

}  // namespace firstbyte

#endif  // FIRSTBYTE_BASE_WRAP_H_
