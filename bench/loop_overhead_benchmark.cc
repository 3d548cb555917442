// SPDX-License-Identifier: GPL-2.0-or-later
// What the measuring itself costs per operation (docs/method.md, "Loop overhead"): the timed loop of bench/arm_runner.h
// around an empty engine call, and around a whole request whose engine does nothing. Run: ./bazelw run
// //bench:loop_overhead
#include <benchmark/benchmark.h>

#include <cstdio>
#include <cstdlib>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "bench/arm_runner.h"
#include "engine/catalog.h"
#include "workspace/request.h"

namespace firstbyte::bench {
namespace {

using workspace::InitPolicy;
using workspace::Operation;
using workspace::Request;
using workspace::SharedWorkspace;

// The number of operations of a block; large, so that entering RunBlock() does not count.
constexpr std::int64_t kOperations = 100'000;

template <typename T>
T OrDie(Result<T> result) {
  if (!result) {
    std::fprintf(stderr, "%s\n", result.error().message.c_str());
    std::exit(static_cast<int>(result.error().code));
  }
  return *std::move(result);
}

const firstbyte_engine& RealEngine() {
  static const engine::Engine engine = OrDie(OrDie(engine::Catalog::Open("engine")).Load("zstd-1.5.4", "cached"));
  return engine.table();
}

// The real table with every function of a request replaced by one of this program that returns at once.
firstbyte_engine EmptyEngine() {
  firstbyte_engine e = RealEngine();
  e.zstd_init_cctx = [](void* w, size_t) { return w; };
  e.zstd_init_cstream = [](const firstbyte_parameters*, unsigned long long, void* w, size_t) { return w; };
  e.zstd_compress_cctx = [](void*, void*, size_t, const void*, size_t size, const firstbyte_parameters*) {
    return size;
  };
  return e;
}

Bytes Page() { return Bytes(workspace::kPageBytes, 'x'); }

struct Bench {
  std::shared_ptr<const Workload> workload;
  Slot slot;
};

Bench MakeBench() {
  const std::vector<Bytes> pages(64, Page());
  auto workload = std::make_shared<const Workload>(OrDie(Workload::Prepare(RealEngine(), WorkloadOptions{}, pages)));
  auto slot = OrDie(Slot::Make(workspace::MemoryFor(RealEngine(), workspace::kDefaultLevel, InitPolicy::kReuse),
                               workload->largest_destination(), 1));
  return {std::move(workload), std::move(slot)};
}

void RunBlocks(benchmark::State& state, const firstbyte_engine& engine, InitPolicy policy,
               workspace::RequestFunction function) {
  const Bench bench = MakeBench();
  ArmRunner runner = OrDie(ArmRunner::CreateAround(engine, policy, function, bench.workload, bench.slot));
  for (auto _ : state) benchmark::DoNotOptimize(runner.RunBlock(kOperations));
  state.counters["per_operation"] = benchmark::Counter(
      static_cast<double>(kOperations), benchmark::Counter::kIsIterationInvariantRate | benchmark::Counter::kInvert);
}

// The loop, the outcome's sum, and one call through the engine's table into the shared object.
void BM_EmptyEngineCall(benchmark::State& state) {
  RunBlocks(state, RealEngine(), InitPolicy::kDeferred, [](SharedWorkspace& workspace, Request& request) {
    request.produced = workspace.engine().empty_call(request.source_size);
    return 0;
  });
}
BENCHMARK(BM_EmptyEngineCall);

// A whole one-shot request: walk, mapping, decision, and the calls of its policy, each of which returns at once. What
// it costs is the same in every arm but for the calls.
void BM_EmptyRequest(benchmark::State& state) {
  static const firstbyte_engine empty = EmptyEngine();
  const auto policy = static_cast<InitPolicy>(state.range(0));
  RunBlocks(state, empty, policy, workspace::SelectRequest(Operation::kCompress, policy));
}
BENCHMARK(BM_EmptyRequest)
    ->ArgName("policy")
    ->Arg(static_cast<int>(InitPolicy::kEager))
    ->Arg(static_cast<int>(InitPolicy::kDeferred));

}  // namespace
}  // namespace firstbyte::bench

BENCHMARK_MAIN();
