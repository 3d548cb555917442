// SPDX-License-Identifier: GPL-2.0-or-later
// The sampling pass of `firstbyte profile`: runs an arm's requests and samples its own thread meanwhile.
//
// A pass of its own: a tick each millisecond slows what runs by a few percent (docs/counters.md), so no time of it is
// ever shown. Blocks are a few milliseconds long; between them sampling stands still, the block's outcome is checked
// and the ring is emptied, long before it is full. Stacks are followed after the last block.
#ifndef FIRSTBYTE_BENCH_PROFILE_MEASUREMENT_H_
#define FIRSTBYTE_BENCH_PROFILE_MEASUREMENT_H_

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "base/error.h"
#include "base/perf_calls.h"
#include "bench/arm_runner.h"
#include "bench/workload.h"
#include "engine/catalog.h"
#include "perf/sampler.h"
#include "report/profile_results.h"
#include "report/results.h"

namespace firstbyte::bench {

struct ProfileOptions {
  std::int64_t period_ns = 1'000'000;  // no less
  std::int64_t cpu_ns_per_arm = 5'000'000'000;
  std::string root;  // of /proc and /sys, to say why something is refused
};

// What sampling needs of the system; tests have their own.
struct ProfileSystem {
  PerfCalls calls;
  std::function<std::int64_t()> cpu_ns;  // CPU time of this thread
};
ProfileSystem SystemForProfile();

// Whether anything can be sampled here, and as often; to be asked before what takes long.
Result<void> CheckSampling(const ProfileOptions& options, const ProfileSystem& system);

// How many requests make a block: some 10 ms of them, and no more than a quarter of the ring holds.
std::int64_t BlockOperations(double request_ns, std::int64_t period_ns, std::size_t room);

// Samples blocks until they have had so much CPU time. One of five is not sampled, to see what sampling costs. Progress
// is told after each; where it returns an error the measurement ends with that.
struct SampledBlocks {
  perf::SamplingReport report;
  std::vector<perf::Sample> samples;
  std::int64_t requests = 0;
  std::optional<double> slowdown;
  std::string event;
  std::string note;
};
Result<SampledBlocks> SampleBlocks(ArmRunner& runner, const ProfileOptions& options, const ProfileSystem& system,
                                   const std::function<Result<void>(std::int64_t cpu_ns)>& progress);

// Prepares all arms of the header as a measuring process does, and profiles one after the other. The calling thread
// must be pinned. Fills in event, note, period and arms.
Result<report::ProfileResults> MeasureProfile(
    const report::Results& header, const engine::Catalog& catalog, const std::vector<Bytes>& pages,
    const ProfileOptions& options, const ProfileSystem& system,
    const std::function<Result<void>(std::int64_t done, std::int64_t total)>& progress);

}  // namespace firstbyte::bench

#endif  // FIRSTBYTE_BENCH_PROFILE_MEASUREMENT_H_
