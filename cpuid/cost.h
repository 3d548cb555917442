// SPDX-License-Identifier: GPL-2.0-or-later
// What one CPUID costs here, per leaf.
//
// Two estimators, both needed: single executions between two serialised readings of the TSC (what an exit costs, with
// its tail), and batches back to back (what a program pays that executes them in a row, including being descheduled).
// Samples are interleaved over the leaves, so that a change of the machine's state meets all of them. Times are TSC
// ticks converted with a rate that is calibrated before and after against CLOCK_MONOTONIC_RAW; ticks are not core
// cycles. User mode: a kernel's CPUID can cost another amount (SEV-SNP, TDX, PV).
#ifndef FIRSTBYTE_CPUID_COST_H_
#define FIRSTBYTE_CPUID_COST_H_

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/error.h"
#include "cpuid/cpu.h"

namespace firstbyte::cpuid {

// The instruction and the clocks; a script in tests.
class LeafTimer {
 public:
  virtual ~LeafTimer() = default;
  virtual std::uint64_t Single(std::uint32_t leaf, std::uint32_t subleaf) = 0;  // ticks, the readings included
  virtual std::uint64_t Nothing() = 0;                                          // ticks of the readings alone
  virtual std::uint64_t Batch(std::uint32_t leaf, std::uint32_t subleaf,
                              std::uint32_t count) = 0;  // ticks of all of them
  virtual std::uint64_t Tsc() = 0;
  virtual std::int64_t RawNs() = 0;  // CLOCK_MONOTONIC_RAW
  virtual void Wait(std::int64_t ns) = 0;
};

class HardwareTimer : public LeafTimer {
 public:
  std::uint64_t Single(std::uint32_t leaf, std::uint32_t subleaf) override;
  std::uint64_t Nothing() override;
  std::uint64_t Batch(std::uint32_t leaf, std::uint32_t subleaf, std::uint32_t count) override;
  std::uint64_t Tsc() override;
  std::int64_t RawNs() override;
  void Wait(std::int64_t ns) override;
};

struct CostOptions {
  int samples = 1000;  // single executions per leaf
  int batches = 30;
  int batch_size = 64;
};

// A limit on what one measurement may execute: at 100 us each, the worst seen, 100 seconds.
inline constexpr std::int64_t kMostCpuids = 1'000'000;

// Nanoseconds, less the median of the readings alone; so a native CPUID can come out slightly wrong, but not a trapped
// one.
struct LeafCost {
  Leaf leaf;
  double first = 0;  // the very first execution, caches cold
  double min = 0;
  double p10 = 0;
  double median = 0;
  double p90 = 0;
  double p99 = 0;
  double max = 0;
  double batch_mean = 0;      // median over the batches of the mean of each
  double median_ticks = 0;    // the median in TSC ticks
  double polluted_share = 0;  // of the samples, those above twice the median: something else happened in them
};

enum class Trapped { kTrapped, kNative, kUnclear };

struct CostReport {
  std::vector<LeafCost> leaves;
  double ticks_per_ns = 0;       // mean of before and after
  double calibration_drift = 0;  // relative difference of after and before
  double nothing_ns = 0;         // median of the readings alone; far above 50 ns RDTSC itself is trapped
  std::int64_t executed = 0;     // CPUIDs that this measurement executed
  Trapped trapped = Trapped::kUnclear;
  std::string why;  // the value that decided
  std::string
      meaning;  // what that means on this machine (meaning.h); empty where nobody asked, or the verdict says all
};

// At most this much may the clock rate have changed, or the measurement says so.
inline constexpr double kMostDrift = 0.001;

// Between native CPUIDs (100-250 ns for leaves 0 and 7 on CPUs of the last ten years) and exits (600 ns and more on the
// fastest hosts published) lies little.
inline constexpr double kNativeBelowNs = 300;
inline constexpr double kTrappedAboveNs = 700;

// Options out of range, and more than kMostCpuids in all, are usage errors.
Result<CostReport> MeasureCost(const std::vector<Leaf>& leaves, const CostOptions& options, LeafTimer& timer);

// Decides from the leaves that every CPU answers quickly natively: 0 and 7.
void JudgeTrapped(CostReport& report);

const char* TrappedName(Trapped trapped);  // "trapped", "native", "unclear"

// The value below which a share of the sorted values lies (nearest rank). `values` must not be empty.
double Percentile(const std::vector<double>& sorted, double share);

}  // namespace firstbyte::cpuid

#endif  // FIRSTBYTE_CPUID_COST_H_
