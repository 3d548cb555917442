// SPDX-License-Identifier: GPL-2.0-or-later
#include "bench/setup_cost_counters.h"

#include <utility>

namespace firstbyte::bench {
namespace {

struct Field {
  const char* key;
  std::optional<std::int64_t> BlockCounts::*value;
};
constexpr Field kFields[] = {{"cycles", &BlockCounts::cycles},
                             {"instructions", &BlockCounts::instructions},
                             {"branches", &BlockCounts::branches},
                             {"branch_misses", &BlockCounts::branch_misses}};
constexpr auto kLeastPermille = static_cast<std::int64_t>(1000 * perf::kLeastShare);

}  // namespace

void SetupCostCounters::Start() { before_ = counters_.Read(); }

void SetupCostCounters::Stop() {
  const BlockCounts counts = counters_.Between(before_, counters_.Read());
  const bool whole = counts.permille.value_or(0) >= kLeastPermille;
  for (const Field& field : kFields) {
    const auto& count = counts.*field.value;
    Sum& sum = sums_[field.key];
    sum.counted = sum.counted && whole && count;
    sum.value += static_cast<double>(count.value_or(0));
  }
}

std::map<std::string, double> SetupCostCounters::Take(std::int64_t operations) {
  std::map<std::string, double> per_operation;
  for (const auto& [key, sum] : std::exchange(sums_, {})) {
    if (sum.counted && operations > 0) per_operation[key] = sum.value / static_cast<double>(operations);
  }
  return per_operation;
}

std::string SetupCostCounters::notes() const {
  std::string text;
  for (const std::string& note : counters_.Facts().notes) text += (text.empty() ? "" : " ") + note;
  return text;
}

}  // namespace firstbyte::bench
