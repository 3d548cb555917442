// SPDX-License-Identifier: GPL-2.0-or-later
#include "bench/extension.h"

#include <fmt/core.h>

#include "report/validate.h"

namespace firstbyte::bench {

Result<report::Results> ExtendTo(report::Results finished, std::optional<int> runs) {
  const int have = finished.protocol.runs;
  const int wanted = runs.value_or(2 * have);
  if (wanted <= have) {
    return UsageError(
        fmt::format("There are {} runs already; name more with --runs, or leave it away for {}.", have, 2 * have));
  }
  finished.protocol.extended_from_runs = have;
  finished.protocol.runs = wanted;
  if (const auto valid = report::ValidateHeader(finished, "The extended measurement"); !valid)
    return UsageError(valid.error().message);
  return finished;
}

}  // namespace firstbyte::bench
