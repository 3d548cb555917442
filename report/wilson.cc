// SPDX-License-Identifier: GPL-2.0-or-later
#include "report/wilson.h"

#include <algorithm>
#include <cmath>

namespace firstbyte::report {

Share ShareOf(std::int64_t samples, std::int64_t all) {
  constexpr double kZ = 1.959963984540054;  // the normal distribution's 97.5 % quantile
  Share share;
  share.samples = samples;
  if (all <= 0) return share;
  const auto n = static_cast<double>(all);
  const double p = static_cast<double>(samples) / n;
  const double spread = kZ * std::sqrt(p * (1 - p) / n + kZ * kZ / (4 * n * n));
  const double scale = 1 + kZ * kZ / n;
  const double centre = p + kZ * kZ / (2 * n);
  share.value = p;
  // The ends are exact where they are those of the scale; rounding would miss them.
  share.low = samples == 0 ? 0 : std::max(0.0, (centre - spread) / scale);
  share.high = samples == all ? 1 : std::min(1.0, (centre + spread) / scale);
  return share;
}

}  // namespace firstbyte::report
