// SPDX-License-Identifier: GPL-2.0-or-later
// An item of a markdown list, wrapped so that it also reads as plain text in a terminal. It is markdown already: escape
// what comes from a file.
#ifndef FIRSTBYTE_REPORT_LIST_ITEM_H_
#define FIRSTBYTE_REPORT_LIST_ITEM_H_

#include <cstddef>
#include <string>
#include <string_view>

#include "base/wrap.h"

namespace firstbyte::report {

// Of every page that is printed.
inline constexpr std::size_t kPageColumns = 80;

inline std::string ListItem(std::string_view markdown) { return "- " + WrapIndented(markdown, 2, kPageColumns) + "\n"; }

}  // namespace firstbyte::report

#endif  // FIRSTBYTE_REPORT_LIST_ITEM_H_
