// SPDX-License-Identifier: GPL-2.0-or-later
#include "bench/phase_measurement.h"

#include <fmt/core.h>

#include <cstddef>
#include <memory>
#include <utility>

#include "base/clock.h"
#include "base/random.h"
#include "bench/buffers.h"
#include "bench/phase_pairs.h"
#include "cpuid/execute.h"
#include "report/pair_estimate.h"
#include "workspace/phase_guard.h"

namespace firstbyte::bench {
namespace {

using workspace::Operation;

// In each block so many probes' worth of CPUIDs give the block's price.
constexpr int kCalibrationTimes = 2;

// Where the stack lies within its page decides which of its addresses collide with those of a context, and moves small
// residuals by tens of nanoseconds from one process to the next. Page and alignment of a stack, x86-64.
constexpr std::uint64_t kStackPage = 4096;
constexpr std::uint64_t kStackAlignment = 16;

// Runs `function` with the stack that much lower.
template <typename Function>
__attribute__((noinline)) auto WithStackMoved(std::uint64_t bytes, Function function) {
  volatile auto* const hole = static_cast<char*>(__builtin_alloca(bytes + 1));
  *hole = 0;  // so that it is not left out
  return function();
}

std::int64_t RawNs() { return ReadClockNs(CLOCK_MONOTONIC_RAW); }

Result<PhaseEngine> LoadPhaseEngine(const engine::Catalog& catalog, const std::string& name, const std::string& probe,
                                    int level) {
  auto measured = catalog.Load(name, probe);
  if (!measured) return tl::unexpected<Error>(measured.error());
  auto phases = engine::Phases::LoadFor(*measured);
  if (!phases) return tl::unexpected<Error>(phases.error());
  auto memory = MappedMemory::Map(workspace::MemoryFor(measured->table(), level, workspace::InitPolicy::kEager));
  if (!memory) return tl::unexpected<Error>(memory.error());
  const auto cleared = workspace::CheckPhases(phases->table(), measured->table(), level, memory->bytes());
  if (!cleared) return tl::unexpected<Error>(cleared.error());
  return PhaseEngine{*std::move(measured), *std::move(phases), static_cast<std::int64_t>(cleared->cctx),
                     static_cast<std::int64_t>(cleared->tables)};
}

Result<std::shared_ptr<const Workload>> MakeWorkload(const firstbyte_engine& engine, Operation operation, int level,
                                                     const std::vector<Bytes>& pages) {
  WorkloadOptions options;
  options.operation = operation;
  options.level = level;
  auto workload = Workload::Prepare(engine, options, pages);
  if (!workload) return tl::unexpected<Error>(workload.error());
  return std::make_shared<const Workload>(*std::move(workload));
}

// Per operation, still in ticks: the length of one is best known at the end.
std::vector<report::PairBlock> PerOperation(const std::vector<PairTicks>& ticks, int times, double reading_ticks) {
  std::vector<report::PairBlock> blocks;
  blocks.reserve(ticks.size());
  for (const PairTicks& t : ticks) {
    // The readings are in both cells, and cancel.
    const auto difference = static_cast<double>(t.first - t.second);
    const double price = static_cast<double>(t.calibration) - reading_ticks;
    blocks.push_back({difference / times, price / (kCalibrationTimes * kCpuidsOfAProbe), t.first_ran_first});
  }
  return blocks;
}

// `series`: of what came before, and empty before the first repetition.
Result<void> AddEstimates(PhasePairs& pairs, const std::vector<std::vector<PairTicks>>& ticks, double reading_ticks,
                          std::vector<report::PairSeries>& series) {
  if (series.empty()) series = pairs.series();
  for (std::size_t i = 0; i < series.size(); ++i) {
    const auto estimate =
        report::EstimatePair(PerOperation(ticks[i], pairs.pairs()[i].times, reading_ticks), series[i].cpuids);
    if (!estimate) return tl::unexpected<Error>(estimate.error());
    series[i].repetitions.push_back(*estimate);
  }
  return {};
}

void TicksToNs(std::vector<report::PairSeries>& series, double ticks_per_ns) {
  for (report::PairSeries& one : series) {
    for (report::PairEstimate& estimate : one.repetitions) {
      for (double* const value : {&estimate.ns, &estimate.first_ran_first_ns, &estimate.second_ran_first_ns,
                                  &estimate.cpuid_ns, &estimate.without_cpuids_ns}) {
        *value /= ticks_per_ns;
      }
    }
  }
}

}  // namespace

Result<std::vector<PhaseEngine>> LoadPhaseEngines(const engine::Catalog& catalog, const std::string& name, int level) {
  std::vector<PhaseEngine> engines;
  for (const char* probe : {"live", "cached"}) {
    auto engine = LoadPhaseEngine(catalog, name, probe, level);
    if (!engine) return tl::unexpected<Error>(engine.error());
    engines.push_back(*std::move(engine));
  }
  if (const auto same = engine::CheckSameOutput(engines[0].measured.table(), engines[1].measured.table()); !same)
    return tl::unexpected<Error>(same.error());
  return engines;
}

Result<PhaseGround::Workloads> MakePhaseWorkloads(const firstbyte_engine& engine, int level,
                                                  const std::vector<Bytes>& pages) {
  const auto compress = MakeWorkload(engine, Operation::kCompress, level, pages);
  if (!compress) return tl::unexpected<Error>(compress.error());
  const auto decompress = MakeWorkload(engine, Operation::kDecompress, level, pages);
  if (!decompress) return tl::unexpected<Error>(decompress.error());
  return PhaseGround::Workloads{*compress, *decompress};
}

TscClock::TscClock() : start_ticks_(cpuid::ReadTsc()), start_ns_(RawNs()) {}

std::uint64_t TscClock::Ticks() { return cpuid::ReadTsc(); }

double TscClock::TicksPerNs() {
  const std::uint64_t ticks = cpuid::ReadTsc() - start_ticks_;
  return static_cast<double>(ticks) / static_cast<double>(RawNs() - start_ns_);
}

Result<report::PhaseResults> MeasurePhases(const std::vector<PhaseEngine>& engines, const PhaseOptions& options,
                                           const std::vector<Bytes>& pages, CalibratedClock& clock,
                                           const PhaseProgress& progress) {
  const auto workloads = MakePhaseWorkloads(engines[0].measured.table(), options.level, pages);
  if (!workloads) return tl::unexpected<Error>(workloads.error());
  report::PhaseResults results;
  for (int number = 0; number < options.repetitions; ++number) {
    auto pairs = PhasePairs::Make(engines, options, *workloads);
    if (!pairs) return tl::unexpected<Error>(pairs.error());
    const std::int64_t groups = static_cast<std::int64_t>(pairs->pairs().size()) * options.blocks / kBlockGroup;
    SplitMix64 random = Stream(options.seed, static_cast<std::uint64_t>(number));
    const double reading_ticks = ReadingTicks(clock);
    const std::uint64_t moved = random.Below(kStackPage / kStackAlignment) * kStackAlignment;
    Result<void> told;
    const auto ticks = WithStackMoved(moved, [&] {
      return MeasurePairs(pairs->pairs(), {&pairs->probe(), kCalibrationTimes}, options.blocks, random, clock,
                          [&](std::int64_t done) {
                            told = progress(number * groups + done, options.repetitions * groups);
                            return told.has_value();
                          });
    });
    if (!told) return tl::unexpected<Error>(told.error());
    if (const std::int64_t failures = pairs->failures(); failures != 0) {
      return InvalidError(
          fmt::format("{} timed calls ended otherwise than they should; the measurement cannot be trusted.", failures));
    }
    if (const auto added = AddEstimates(*pairs, ticks, reading_ticks, results.series); !added)
      return tl::unexpected<Error>(added.error());
  }
  results.ticks_per_ns = clock.TicksPerNs();
  TicksToNs(results.series, results.ticks_per_ns);
  return results;
}

}  // namespace firstbyte::bench
