// SPDX-License-Identifier: GPL-2.0-or-later
// A cost measurement as text and as JSON, and native costs to take off, read from either.
#ifndef FIRSTBYTE_CPUID_COST_FORMAT_H_
#define FIRSTBYTE_CPUID_COST_FORMAT_H_

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "base/error.h"
#include "cpuid/cost.h"

namespace firstbyte::cpuid {

// What a CPUID costs where it does not trap, to be taken off. Never guessed: the user names it.
struct NativeCost {
  std::string source;            // "--native=100", or the file it came from
  std::optional<double> all_ns;  // one number for every leaf
  std::map<std::pair<std::uint32_t, std::uint32_t>, double> leaves_ns;

  std::optional<double> Of(std::uint32_t leaf, std::uint32_t subleaf) const;
};

// `argument` is nanoseconds, or a file that `cpuid cost --format=json` wrote on a machine where the verdict was native.
Result<NativeCost> ReadNativeCost(const std::string& argument);
Result<NativeCost> ParseNativeCost(std::string_view text, const std::string& name);

// What each CPUID of a zstd context costs, which executes leaves 0 and 7: the mean of their medians, out of what `cpuid
// cost --format=json` wrote on a machine of any kind.
Result<double> ParseContextCost(std::string_view text, const std::string& name);

// A table of at most 80 columns with its verdict.
std::string CostText(const CostReport& report, const std::optional<NativeCost>& native);

// {"schema": "firstbyte-cpuid-cost/1", "verdict", "why", "meaning", ..., "leaves": [{"leaf", "subleaf",
// "median_ns", ...}]}
std::string CostJson(const CostReport& report, const std::optional<NativeCost>& native);

}  // namespace firstbyte::cpuid

#endif  // FIRSTBYTE_CPUID_COST_FORMAT_H_
