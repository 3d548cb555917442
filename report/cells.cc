// SPDX-License-Identifier: GPL-2.0-or-later
#include "report/cells.h"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <cstddef>

namespace firstbyte::report {
namespace {

// Halves go away from 0, where fmt would take them to the even digit. Adding 0 turns -0 into 0.
std::string FormatTenths(double number) { return fmt::format("{:.1f}", std::round(10 * number) / 10 + 0.0); }

}  // namespace

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
  return FormatTenths(ns);
}

std::string FormatNs(double ns) {
  // An interval of wild samples can reach beyond 64 bits, where rounding to an integer would turn its sign.
  constexpr double kMostWhole = 1e18;
  return std::abs(ns) < kMostWhole ? FormatCount(std::llround(ns)) : fmt::format("{:.1e}", ns);
}

std::string FormatCost(double ns) {
  const std::string text = FormatTenths(ns);
  const std::string whole = FormatNs(std::trunc(ns));
  return text.back() == '0' ? FormatNs(ns) : whole + text.substr(text.size() - 2);
}

std::string FormatPercent(double percent) { return FormatTenths(percent) + "%"; }

std::string FormatBarePercent(double percent) {
  constexpr double kMostDecimal = 99.95;
  return std::abs(percent) >= kMostDecimal ? FormatNs(percent) : FormatTenths(percent);
}

std::string FormatAtLeast(double percent) {
  constexpr double kLeastShown = 0.05;
  return percent < kLeastShown ? "under 0.1%" : FormatPercent(percent);
}

std::string FormatShare(double share) {
  constexpr double kMostPercent = 999;
  const double percent = std::clamp(100 * share, -kMostPercent, kMostPercent);
  const bool within = percent > -99.95 && percent < 100.05;
  return within ? FormatPercent(percent) : fmt::format("{:.0f}%", percent);
}

}  // namespace firstbyte::report
