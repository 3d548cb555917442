// SPDX-License-Identifier: GPL-2.0-or-later
#include "base/text_lines.h"

#include <fmt/core.h>

#include <algorithm>

namespace firstbyte {

Result<std::size_t> TakeLines(std::string_view text, const std::string& name, const TakeLine& take) {
  std::size_t done = 0;
  for (int number = 1; done < text.size(); ++number) {
    const std::size_t end = text.find('\n', done);
    if (end == std::string_view::npos) break;
    const auto taken = take(text.substr(done, end - done), fmt::format("Line {} of {}", number, name));
    if (!taken) return tl::unexpected<Error>(taken.error());
    done = end + 1;
  }
  return done;
}

std::string_view TakeWord(std::string_view& line) {
  const std::size_t space = std::min(line.find(' '), line.size());
  const std::string_view word = line.substr(0, space);
  line.remove_prefix(std::min(space + 1, line.size()));
  return word;
}

tl::unexpected<Error> DamagedLine(std::string_view place, std::string_view why) {
  return InvalidError(fmt::format("{} is damaged: {}.", place, why));
}

}  // namespace firstbyte
