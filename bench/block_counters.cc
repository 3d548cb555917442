// SPDX-License-Identifier: GPL-2.0-or-later
#include "bench/block_counters.h"

#include <algorithm>
#include <limits>
#include <utility>

#include "bench/pinning.h"

namespace firstbyte::bench {
namespace {

struct Counted {
  const char* event;  // as perf calls it
  const char* field;  // of report::Sample
  std::optional<std::int64_t> BlockCounts::*value;
  std::int64_t least;  // that a block can have; a counter that says less stood still
};

constexpr Counted kCounted[] = {
    {"cycles", "cycles", &BlockCounts::cycles, 1},
    {"instructions", "instructions", &BlockCounts::instructions, 1},
    {"branches", "branches", &BlockCounts::branches, 1},
    {"branch-misses", "branch_misses", &BlockCounts::branch_misses, 0},
};
constexpr char kPermilleField[] = "counters_permille";
constexpr char kNowAndThen[] =
    "where it is null, the counter could not be opened by the process that measured, was given to others, or stood "
    "still during the block";

std::vector<std::string> Events() {
  std::vector<std::string> events;
  for (const Counted& counted : kCounted) events.emplace_back(counted.event);
  return events;
}

// Where sysfs does not say of which kind the CPU is there is a counter per kind of core: that of the thread's CPU
// counts, the others never run.
struct Sum {
  std::uint64_t value = 0;
  double share = 1;
};
std::optional<Sum> SumOf(const std::vector<perf::Count>& counts, const char* event) {
  std::optional<Sum> sum;
  for (const perf::Count& count : counts) {
    if (count.asked != event || !count.value) continue;
    if (!sum) sum.emplace();
    sum->value += *count.value;
    sum->share = std::min(sum->share, count.share);
  }
  return sum;
}

constexpr auto kMostCount = static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max());

}  // namespace

BlockCounters::BlockCounters(int cpu, const CounterSource& source) {
  perf::CountersOptions options;
  options.events = Events();
  options.root = source.root;
  options.cpu = cpu;
  options.work = source.work;
  auto opened = perf::Counters::Open(source.calls, options);
  if (opened) {
    counters_.emplace(*std::move(opened));
  } else {
    why_none_ = opened.error().message;
  }
}

BlockCounts BlockCounters::Between(const perf::CounterState& before, const perf::CounterState& after) const {
  BlockCounts block;
  if (!counters_) return block;
  const std::vector<perf::Count> counts = counters_->Between(before, after);
  for (const Counted& counted : kCounted) {
    const auto sum = SumOf(counts, counted.event);
    if (!sum || sum->value > kMostCount || static_cast<std::int64_t>(sum->value) < counted.least) continue;
    block.*counted.value = static_cast<std::int64_t>(sum->value);
    const auto permille = std::max<std::int64_t>(1, static_cast<std::int64_t>(sum->share * 1000));
    block.permille = std::min(block.permille.value_or(permille), permille);
  }
  return block;
}

std::map<std::string, std::string> BlockCounters::WhyNot() const {
  const auto reasons = counters_ ? counters_->WhyNot() : std::map<std::string, std::string>();
  std::map<std::string, std::string> fields;
  std::string all;  // the reason, if none is counted
  bool any = false;
  for (const Counted& counted : kCounted) {
    const auto found = reasons.find(counted.event);
    const std::string never = !counters_ ? why_none_ : found != reasons.end() ? found->second : "";
    any = any || never.empty();
    if (all.empty()) all = never;
    fields[counted.field] = never.empty() ? kNowAndThen : never;
  }
  fields[kPermilleField] = any ? kNowAndThen : all;
  return fields;
}

CounterFacts BlockCounters::Facts() const {
  if (!counters_) return {{}, false, {why_none_}};
  CounterFacts facts;
  const auto reasons = counters_->WhyNot();
  for (const Counted& counted : kCounted) {
    if (reasons.count(counted.event) == 0) facts.counted.emplace_back(counted.event);
  }
  facts.lacks_pmu = counters_->lacks_pmu();
  facts.notes = counters_->notes();
  return facts;
}

CounterFacts CounterFactsOn(int cpu, const CounterSource& source) {
  CounterFacts facts;
  RunOn(cpu, [&] { facts = BlockCounters(cpu, source).Facts(); });
  return facts;
}

}  // namespace firstbyte::bench
