// SPDX-License-Identifier: GPL-2.0-or-later
#include "report/grouped_number.h"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>

namespace firstbyte::report {

std::string GroupedNumber(double number) {
  constexpr double kShownByTwoDecimals = 0.01;
  const bool whole = number == std::round(number);
  if (!whole && std::abs(number) < kShownByTwoDecimals) return fmt::format("{:.2g}", number);
  std::string text = fmt::format("{:.{}f}", number, whole ? 0 : 2);
  const auto begin = static_cast<std::size_t>(text.front() == '-');
  constexpr std::size_t kGroup = 3;
  for (std::size_t at = std::min(text.find('.'), text.size()); at > begin + kGroup;) text.insert(at -= kGroup, 1, ',');
  return text;
}

}  // namespace firstbyte::report
