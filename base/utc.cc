// SPDX-License-Identifier: GPL-2.0-or-later
#include "base/utc.h"

#include <array>

namespace firstbyte {
namespace {

std::string Format(std::time_t time, const char* format) {
  std::tm utc{};
  gmtime_r(&time, &utc);
  std::array<char, 64> text{};
  return {text.data(), std::strftime(text.data(), text.size(), format, &utc)};
}

}  // namespace

std::string UtcText(std::time_t time) { return Format(time, "%Y-%m-%dT%H:%M:%SZ"); }
std::string UtcNow() { return UtcText(std::time(nullptr)); }
std::string UtcCompact() { return Format(std::time(nullptr), "%Y%m%dT%H%M%SZ"); }

}  // namespace firstbyte
