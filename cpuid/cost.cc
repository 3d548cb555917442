// SPDX-License-Identifier: GPL-2.0-or-later
#include "cpuid/cost.h"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <optional>

#include "base/clock.h"
#include "base/median.h"

namespace firstbyte::cpuid {
namespace {

constexpr int kWarmup = 16;  // executions per leaf before the samples; the first of them is reported apart
constexpr std::int64_t kCalibrationNs = 50'000'000;  // long against the 20 ns steps of the clock

double Calibrate(LeafTimer& timer) {
  const std::int64_t start_ns = timer.RawNs();
  const std::uint64_t start = timer.Tsc();
  timer.Wait(kCalibrationNs);
  const std::int64_t ns = timer.RawNs() - start_ns;
  const std::uint64_t ticks = timer.Tsc() - start;
  return ns > 0 ? static_cast<double>(ticks) / static_cast<double>(ns) : 0;
}

Result<void> CheckOptions(std::size_t leaves, const CostOptions& o) {
  if (o.samples < 1 || o.batches < 1 || o.batch_size < 1)
    return UsageError("--samples, --batches and --batch-size must be at least 1.");
  const double total =
      static_cast<double>(leaves) * (kWarmup + o.samples + static_cast<double>(o.batches) * o.batch_size);
  if (total > static_cast<double>(kMostCpuids)) {
    return UsageError(fmt::format(
        "That would execute {:.0f} CPUIDs, each of which may be a VM exit; the limit is {}. Choose fewer --samples.",
        total, kMostCpuids));
  }
  return {};
}

// Ticks of every sample, per leaf.
struct Ticks {
  std::vector<double> first;
  std::vector<std::vector<double>> single;
  std::vector<std::vector<double>> batch;
  std::vector<double> nothing;
};

Ticks Sample(const std::vector<Leaf>& leaves, const CostOptions& o, LeafTimer& timer) {
  Ticks ticks;
  ticks.single.resize(leaves.size());
  ticks.batch.resize(leaves.size());
  for (const Leaf& leaf : leaves) {
    ticks.first.push_back(static_cast<double>(timer.Single(leaf.leaf, leaf.subleaf)));
    for (int i = 1; i < kWarmup; ++i) timer.Single(leaf.leaf, leaf.subleaf);
  }
  for (int i = 0; i < o.samples; ++i) {
    ticks.nothing.push_back(static_cast<double>(timer.Nothing()));
    for (std::size_t k = 0; k < leaves.size(); ++k) {
      // Another leaf goes first each time.
      const std::size_t at = (k + static_cast<std::size_t>(i)) % leaves.size();
      ticks.single[at].push_back(static_cast<double>(timer.Single(leaves[at].leaf, leaves[at].subleaf)));
    }
  }
  for (int i = 0; i < o.batches; ++i) {
    for (std::size_t k = 0; k < leaves.size(); ++k) {
      const auto sum = timer.Batch(leaves[k].leaf, leaves[k].subleaf, static_cast<std::uint32_t>(o.batch_size));
      ticks.batch[k].push_back(static_cast<double>(sum) / o.batch_size);
    }
  }
  return ticks;
}

LeafCost Summarise(const Leaf& leaf, double first, std::vector<double> single, const std::vector<double>& batch,
                   double nothing, double rate) {
  std::sort(single.begin(), single.end());
  const auto ns = [&](double ticks) { return (ticks - nothing) / rate; };
  LeafCost cost;
  cost.leaf = leaf;
  cost.first = ns(first);
  cost.min = ns(single.front());
  cost.median_ticks = Median(single) - nothing;
  cost.median = cost.median_ticks / rate;
  cost.p10 = ns(Percentile(single, 0.10));
  cost.p90 = ns(Percentile(single, 0.90));
  cost.p99 = ns(Percentile(single, 0.99));
  cost.max = ns(single.back());
  cost.batch_mean = Median(batch) / rate;
  const auto polluted =
      std::count_if(single.begin(), single.end(), [&](double ticks) { return ns(ticks) > 2 * cost.median; });
  cost.polluted_share = static_cast<double>(polluted) / static_cast<double>(single.size());
  return cost;
}

std::optional<double> MedianOf(const CostReport& report, std::uint32_t leaf) {
  for (const LeafCost& cost : report.leaves) {
    if (cost.leaf.leaf == leaf && cost.leaf.subleaf == 0) return cost.median;
  }
  return std::nullopt;
}

}  // namespace

std::uint64_t HardwareTimer::Single(std::uint32_t leaf, std::uint32_t subleaf) { return ExecuteTimed(leaf, subleaf); }
std::uint64_t HardwareTimer::Nothing() { return TimeNothing(); }
std::uint64_t HardwareTimer::Batch(std::uint32_t leaf, std::uint32_t subleaf, std::uint32_t count) {
  return ExecuteBatchTimed(leaf, subleaf, count);
}
std::uint64_t HardwareTimer::Tsc() { return ReadTsc(); }

std::int64_t HardwareTimer::RawNs() { return ReadClockNs(CLOCK_MONOTONIC_RAW); }

void HardwareTimer::Wait(std::int64_t ns) {
  // Waits by looking at the clock: a sleeping CPU may leave its frequency, which the samples must not start from.
  const std::int64_t end = RawNs() + ns;
  while (RawNs() < end) {
  }
}

double Percentile(const std::vector<double>& sorted, double share) {
  const auto rank = static_cast<std::size_t>(std::ceil(share * static_cast<double>(sorted.size())));
  return sorted[std::min(sorted.size(), std::max<std::size_t>(rank, 1)) - 1];
}

const char* TrappedName(Trapped trapped) {
  switch (trapped) {
    case Trapped::kTrapped:
      return "trapped";
    case Trapped::kNative:
      return "native";
    case Trapped::kUnclear:
      return "unclear";
  }
  return "unclear";
}

void JudgeTrapped(CostReport& report) {
  const std::optional<double> leaf0 = MedianOf(report, 0);
  const double lower = std::min(leaf0.value_or(0), MedianOf(report, 7).value_or(leaf0.value_or(0)));
  const double upper = std::max(leaf0.value_or(0), MedianOf(report, 7).value_or(leaf0.value_or(0)));
  const std::string values = lower == upper
                                 ? fmt::format("median {:.0f} ns", lower)
                                 : fmt::format("medians of leaves 0 and 7 {:.0f} to {:.0f} ns", lower, upper);
  if (!leaf0) {
    report.why = "leaf 0 was not measured";
  } else if (upper < kNativeBelowNs) {
    report.trapped = Trapped::kNative;
    report.why = fmt::format("{}, below {:.0f} ns", values, kNativeBelowNs);
  } else if (lower > kTrappedAboveNs) {
    report.trapped = Trapped::kTrapped;
    report.why = fmt::format("{}, above {:.0f} ns", values, kTrappedAboveNs);
  } else {
    report.why = fmt::format("{}, neither below {:.0f} nor above {:.0f} ns", values, kNativeBelowNs, kTrappedAboveNs);
  }
}

Result<CostReport> MeasureCost(const std::vector<Leaf>& leaves, const CostOptions& options, LeafTimer& timer) {
  if (const auto ok = CheckOptions(leaves.size(), options); !ok) return tl::unexpected<Error>(ok.error());
  CostReport report;
  const double before = Calibrate(timer);
  const Ticks ticks = Sample(leaves, options, timer);
  const double after = Calibrate(timer);
  if (before <= 0 || after <= 0)
    return InvalidError("The time stamp counter does not advance here, so that nothing can be timed with it.");
  report.ticks_per_ns = (before + after) / 2;
  report.calibration_drift = after / before - 1;
  const double nothing = Median(ticks.nothing);
  report.nothing_ns = nothing / report.ticks_per_ns;
  for (std::size_t k = 0; k < leaves.size(); ++k) {
    report.leaves.push_back(
        Summarise(leaves[k], ticks.first[k], ticks.single[k], ticks.batch[k], nothing, report.ticks_per_ns));
  }
  const std::int64_t per_leaf = kWarmup + options.samples + std::int64_t{options.batches} * options.batch_size;
  report.executed = static_cast<std::int64_t>(leaves.size()) * per_leaf;
  JudgeTrapped(report);
  return report;
}

}  // namespace firstbyte::cpuid
