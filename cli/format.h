// SPDX-License-Identifier: GPL-2.0-or-later
// Text for terminals.
#ifndef FIRSTBYTE_CLI_FORMAT_H_
#define FIRSTBYTE_CLI_FORMAT_H_

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace firstbyte::cli {

// Breaks `text` at spaces so that no line passes `width` columns, the following ones indented by `indent`; the first
// line begins at column `indent` already.
std::string WrapText(std::string_view text, std::size_t indent, std::size_t width);

// "a,b,,c" as a, b, c.
std::vector<std::string> SplitList(std::string_view list);

}  // namespace firstbyte::cli

#endif  // FIRSTBYTE_CLI_FORMAT_H_
