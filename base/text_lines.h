// SPDX-License-Identifier: GPL-2.0-or-later
// A text of whole lines, of which a crash may have torn the last one: what journals and recordings are read by.
#ifndef FIRSTBYTE_BASE_TEXT_LINES_H_
#define FIRSTBYTE_BASE_TEXT_LINES_H_

#include <cstddef>
#include <functional>
#include <string>
#include <string_view>

#include "base/error.h"

namespace firstbyte {

// Takes each complete line, without its break, and the place that messages name it by ("Line 3 of FILE"); an error ends
// it.
using TakeLine = std::function<Result<void>(std::string_view line, const std::string& place)>;

// Calls `take` for each complete line of a text; the length without a torn last line.
Result<std::size_t> TakeLines(std::string_view text, const std::string& name, const TakeLine& take);

// Takes the first word off a line.
std::string_view TakeWord(std::string_view& line);

// Of a line that whoever wrote the file would not have written there.
tl::unexpected<Error> DamagedLine(std::string_view place, std::string_view why);

}  // namespace firstbyte

#endif  // FIRSTBYTE_BASE_TEXT_LINES_H_
