// SPDX-License-Identifier: GPL-2.0-or-later
// Options that are lists.
#ifndef FIRSTBYTE_CLI_LIST_OPTION_H_
#define FIRSTBYTE_CLI_LIST_OPTION_H_

#include <string>
#include <string_view>
#include <vector>

namespace firstbyte::cli {

// "a,b,,c" as a, b, c.
std::vector<std::string> SplitList(std::string_view list);

}  // namespace firstbyte::cli

#endif  // FIRSTBYTE_CLI_LIST_OPTION_H_
