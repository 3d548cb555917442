// SPDX-License-Identifier: GPL-2.0-or-later
#include "report/cells.h"

#include <fmt/core.h>

#include <cmath>
#include <cstddef>

namespace firstbyte::report {

double DeltaNs(double baseline_ns, double arm_ns) { return baseline_ns - arm_ns; }

double DeltaPercent(double baseline_ns, double arm_ns) { return 100 * DeltaNs(baseline_ns, arm_ns) / baseline_ns; }

double LogDifferenceToPercent(double log_difference) { return -100 * std::expm1(-log_difference); }

// Halves go away from 0, as everywhere; a small change keeps its sign.
std::string FormatChange(double percent) { return fmt::format("{:+.1f}%", std::round(10 * percent) / 10); }

std::string FormatCount(std::int64_t count) {
  std::string digits = fmt::format("{}", count);
  const std::size_t first = count < 0 ? 1 : 0;
  for (std::size_t at = digits.size(); at > first + 3;) digits.insert(at -= 3, 1, ',');
  return digits;
}

std::string FormatNsEnd(double ns) {
  if (std::abs(ns) >= 9.95) return FormatNs(ns);
  const std::string text = fmt::format("{:.1f}", ns);
  return text == "-0.0" ? "0.0" : text;
}

std::string FormatNs(double ns) {
  // An interval of wild samples can reach beyond 64 bits, where rounding to an integer would turn its sign.
  constexpr double kMostWhole = 1e18;
  return std::abs(ns) < kMostWhole ? FormatCount(std::llround(ns)) : fmt::format("{:.1e}", ns);
}

std::string FormatCost(double ns) {
  const std::string text = fmt::format("{:.1f}", ns);
  const std::string whole = FormatNs(std::trunc(ns));
  return text.back() == '0' ? FormatNs(ns) : whole + text.substr(text.size() - 2);
}

std::string FormatPercent(double percent) {
  const double tenths = std::round(10 * percent);
  // Adding 0 turns -0 into 0.
  return fmt::format("{:.1f}%", tenths / 10 + 0.0);
}

}  // namespace firstbyte::report
