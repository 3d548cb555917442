// SPDX-License-Identifier: GPL-2.0-or-later
#include "bench/printable.h"

#include <fmt/format.h>

namespace firstbyte::bench {

std::string Printable(std::string_view text, std::size_t limit) {
  std::string printable;
  for (const char c : text.substr(0, limit)) {
    const auto byte = static_cast<unsigned char>(c);
    if (c == '\t' || c == '\n' || c == '\r') {
      printable += ' ';
    } else if (byte >= 0x20 && byte < 0x7f) {
      printable += c;
    } else {
      printable += fmt::format("\\x{:02x}", byte);
    }
  }
  if (text.size() > limit) printable += "...";
  return printable;
}

}  // namespace firstbyte::bench
