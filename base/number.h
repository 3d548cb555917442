// SPDX-License-Identifier: GPL-2.0-or-later
// Text that is a number and nothing else: no blanks, no plus sign, no prefix, nothing behind it.
#ifndef FIRSTBYTE_BASE_NUMBER_H_
#define FIRSTBYTE_BASE_NUMBER_H_

#include <charconv>
#include <optional>
#include <string_view>
#include <system_error>

namespace firstbyte {

// Nothing if `text` is no number of type T or does not fit it. Floating point also takes exponents, "inf" and "nan".
template <typename T>
std::optional<T> ParseNumber(std::string_view text) {
  T number{};
  const char* const end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data(), end, number);
  if (error != std::errc() || stop != end) return std::nullopt;
  return number;
}

// The same of an integer in another base than ten.
template <typename T>
std::optional<T> ParseNumber(std::string_view text, int base) {
  T number{};
  const char* const end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data(), end, number, base);
  if (error != std::errc() || stop != end) return std::nullopt;
  return number;
}

}  // namespace firstbyte

#endif  // FIRSTBYTE_BASE_NUMBER_H_
