// SPDX-License-Identifier: GPL-2.0-or-later
#include "bench/environment_counters.h"

#include <fmt/format.h>

#include <string>

#include "report/results.h"

namespace firstbyte::bench {

Checks CounterChecks(const CounterFacts& facts) {
  const std::string value =
      facts.counted.empty() ? "none" : fmt::format("{} (user mode)", fmt::join(facts.counted, ", "));
  const std::string reason = fmt::format("{}", fmt::join(facts.notes, " "));
  if (facts.lacks_pmu && facts.counted.empty()) return {NotApplicable(report::kCountersCheck, value, reason)};
  if (!facts.notes.empty()) return {Warning(report::kCountersCheck, value, reason)};
  return {Ok(report::kCountersCheck, value)};
}

}  // namespace firstbyte::bench
