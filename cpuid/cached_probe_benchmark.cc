// SPDX-License-Identifier: GPL-2.0-or-later
// What each idiom of cpuid/cached_probe.h costs per use (docs/cpuid-cached-probe.md). Run: ./bazelw run
// //cpuid:cached_probe_benchmark
//
// Beside the time stand the CPUIDs, which are the same on every machine of a kind. They are counted before anything is
// timed: a program that uses the idiom is traced (cpuid/cached_probe_count.h). Where tracing is not allowed there are
// no counters, and the label says why. `empty_call` is the loop and the call through a pointer, which is in every row.
#include <benchmark/benchmark.h>

#include <optional>
#include <string>

#include "cpuid/cached_probe.h"
#include "cpuid/cached_probe_count.h"

namespace firstbyte::cpuid {
namespace {

// Where Bazel puts it beside this program.
constexpr char kProgram[] = "cpuid/testdata/cached_probe_program";

Bmi Nothing() { return {}; }

void Use(benchmark::State& state, Bmi (*probe)()) {
  // A pointer that the compiler knows nothing of: else it would put the function into the loop.
  benchmark::DoNotOptimize(probe);
  for (auto _ : state) benchmark::DoNotOptimize(probe());
}

void UseCounted(benchmark::State& state, const ProbeIdiom& idiom, const Result<ProbeCounts>& counts) {
  Use(state, idiom.probe);
  if (!counts) {
    state.SetLabel("no counts: " + counts.error().message);
    return;
  }
  state.counters["cpuids_at_start"] = static_cast<double>(counts->at_start);
  state.counters["cpuids_first_use"] = static_cast<double>(counts->first_use);
  state.counters["cpuids_per_use"] = static_cast<double>(counts->per_use);
  state.SetLabel(idiom.before_main != nullptr && idiom.before_main[0] == '\0' ? "start: libgcc's constructor" : "");
}

void Register() {
  benchmark::RegisterBenchmark("empty_call", [](benchmark::State& state) { Use(state, Nothing); });
  for (const ProbeIdiom& idiom : ProbeIdioms()) {
    benchmark::RegisterBenchmark(idiom.name, [&idiom, counts = CountProbe(kProgram, idiom)](benchmark::State& state) {
      UseCounted(state, idiom, counts);
    });
  }
}

}  // namespace
}  // namespace firstbyte::cpuid

int main(int argc, char** argv) {
  benchmark::Initialize(&argc, argv);
  if (benchmark::ReportUnrecognizedArguments(argc, argv)) return 2;
  firstbyte::cpuid::Register();
  benchmark::RunSpecifiedBenchmarks();
  benchmark::Shutdown();
}
