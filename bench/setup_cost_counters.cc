// SPDX-License-Identifier: GPL-2.0-or-later
#include "bench/setup_cost_counters.h"

#include <cctype>
#include <utility>

namespace firstbyte::bench {
namespace {

// "branch-misses:u" -> "branch_misses": what spreadsheets and compare.py's readers can use as a name.
std::string KeyOf(const std::string& event) {
  std::string key = event.substr(0, event.rfind(":u"));
  for (char& c : key) {
    if (std::isalnum(static_cast<unsigned char>(c)) == 0) c = '_';
  }
  return key;
}

}  // namespace

Result<SetupCostCounters> SetupCostCounters::Open(const PerfCalls& calls, perf::CountersOptions options) {
  options.events = {"cycles", "instructions", "branches", "branch-misses"};
  auto counters = perf::Counters::Open(calls, options);
  if (!counters) return tl::unexpected<Error>(counters.error());
  return SetupCostCounters(*std::move(counters));
}

void SetupCostCounters::Start() { before_ = counters_.Read(); }

void SetupCostCounters::Stop() {
  for (const perf::Count& count : counters_.Between(before_, counters_.Read())) {
    Sum& sum = sums_[KeyOf(count.name)];
    sum.counted = sum.counted && count.value && count.share >= perf::kLeastShare;
    if (count.value) sum.value += static_cast<double>(*count.value);
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
  for (const std::string& note : counters_.notes()) text += (text.empty() ? "" : " ") + note;
  return text;
}

}  // namespace firstbyte::bench
