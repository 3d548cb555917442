// SPDX-License-Identifier: GPL-2.0-or-later
// What each part of a context's set-up costs, in tight loops, for readers of Google Benchmark (docs/setup_cost.md).
// Run:
// ./bazelw run //bench:setup_cost -- --help
//
// CPUIDs are counted in a traced run of this program before the first timing of a benchmark, hardware events around its
// loop. What is not counted is no counter; the context says why.
#include <benchmark/benchmark.h>
#include <fmt/core.h>

#include <cstdio>
#include <cstdlib>
#include <iostream>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "base/program_files.h"
#include "base/standard_streams.h"
#include "bench/block_counters.h"
#include "bench/finite_reporter.h"
#include "bench/pinning.h"
#include "bench/setup_cost_context.h"
#include "bench/setup_cost_counters.h"
#include "bench/setup_cost_cpuids.h"
#include "bench/setup_cost_operation.h"
#include "bench/setup_cost_options.h"

namespace firstbyte::bench {
namespace {

// Operations between two looks at the library's own count, so that looking costs next to nothing beside the shortest of
// them; of what takes microseconds, fewer, so that a run gets through many pages.
constexpr int kBatch = 64;
constexpr int kBatchOfAPage = 16;

int Fail(const Error& error) {
  (void)std::fprintf(stderr, "setup_cost: %s\n", error.message.c_str());
  return static_cast<int>(error.code);
}

// All that benchmarks need while they run.
struct Bench {
  std::vector<SetupCostEngine> engines;
  std::string program;
  std::optional<SetupCostCounters> counters;
  bool counts_cpuids = false;
  std::map<std::string, Result<std::int64_t>> cpuids;  // by benchmark, each counted when it first runs
  bool failed = false;
};

void CountCpuidsOnce(Bench& bench, const std::string& name, benchmark::State& state) {
  if (!bench.counts_cpuids) return;
  auto counted = bench.cpuids.find(name);
  if (counted == bench.cpuids.end())
    counted = bench.cpuids.emplace(name, CountCpuids(bench.program, name, TraceByBreakpoints)).first;
  if (counted->second) {
    state.counters["cpuids"] = static_cast<double>(*counted->second);
  } else {
    state.SetLabel("CPUIDs not counted: " + counted->second.error().message);
  }
}

// The timed loop. Preparing for another page is neither timed nor counted.
void Time(Contestant& contestant, bool by_page, SetupCostCounters& counters, benchmark::State& state) {
  const int batch = by_page ? kBatchOfAPage : kBatch;
  std::int64_t block = 0;
  contestant.Prepare(block);
  contestant.Run(batch);
  counters.Start();
  while (state.KeepRunningBatch(batch)) {
    if (by_page) {
      state.PauseTiming();
      counters.Stop();
      contestant.Prepare(block++);
      counters.Start();
      state.ResumeTiming();
    }
    contestant.Run(batch);
  }
  counters.Stop();
}

void RunBenchmark(Bench& bench, const SetupCostEngine& engine, const SetupCostOperation& operation,
                  benchmark::State& state) {
  CountCpuidsOnce(bench, SetupCostName(operation, engine), state);
  auto cost = SetupCost::Make(engine, operation);
  if (cost) {
    Time(cost->contestant(), operation.by_page, *bench.counters, state);
    for (const auto& [key, value] : bench.counters->Take(state.iterations())) state.counters[key] = value;
    if (cost->failures() == 0) return;
  }
  bench.failed = true;
  state.SkipWithError(cost ? "calls ended otherwise than they should" : cost.error().message.c_str());
}

void Register(Bench& bench) {
  for (const SetupCostOperation& operation : SetupCostOperations()) {
    for (const SetupCostEngine& engine : bench.engines) {
      benchmark::RegisterBenchmark(SetupCostName(operation, engine).c_str(),
                                   [&](benchmark::State& state) { RunBenchmark(bench, engine, operation, state); });
    }
  }
}

// Engines whose phases nobody knows are left out, with a sentence.
Result<std::vector<SetupCostEngine>> LoadEngines(const engine::Catalog& catalog) {
  std::set<std::string> names;
  for (const engine::EngineFile& file : catalog.files()) names.insert(file.name);
  std::vector<SetupCostEngine> engines;
  for (const std::string& name : names) {
    auto loaded = LoadSetupCostEngines(catalog, name);
    if (!loaded) {
      (void)std::fprintf(stderr, "setup_cost: left out: %s\n", loaded.error().message.c_str());
      continue;
    }
    for (SetupCostEngine& engine : *loaded) engines.push_back(std::move(engine));
  }
  if (engines.empty()) return InvalidError("There is no engine whose phases can be timed.");
  return engines;
}

// What this machine does not let be counted, by the context's keys. Whether tracing is allowed shows when it is tried.
std::map<std::string, std::string> WhatIsNotCounted(Bench& bench) {
  std::map<std::string, std::string> why;
  const auto tried = CountCpuids(bench.program, SetupCostName(SetupCostOperations().front(), bench.engines.front()),
                                 TraceByBreakpoints);
  bench.counts_cpuids = tried.has_value();
  if (!tried) why["cpuids_not_counted"] = tried.error().message;
  const std::string notes = bench.counters->notes();
  if (!notes.empty()) why["counters_not_measured"] = notes;
  return why;
}

// Other formats print the context to stderr by themselves.
void SayBesideJson(const benchmark::BenchmarkReporter& display, const std::map<std::string, std::string>& notes) {
  if (dynamic_cast<const benchmark::JSONReporter*>(&display) == nullptr) return;
  for (const auto& [key, text] : notes) (void)std::fprintf(stderr, "%s: %s\n", key.c_str(), text.c_str());
}

// All that is said and opened before the first benchmark; the thread is pinned then. Gives the notes.
Result<std::map<std::string, std::string>> Open(Bench& bench, const Host& host, const CpuChoice& choice) {
  const auto context =
      SetupCostContext(bench.engines, choice, CollectEnvironment(host, choice, CounterFactsOn(choice.cpu)));
  if (!context) return tl::unexpected<Error>(context.error());
  if (const auto pinned = PinTo(choice.cpu); !pinned) return tl::unexpected<Error>(pinned.error());
  bench.counters.emplace(choice.cpu);
  auto notes = WhatIsNotCounted(bench);
  for (const auto& [key, value] : *context) benchmark::AddCustomContext(key, value);
  for (const auto& [key, value] : notes) benchmark::AddCustomContext(key, value);
  return notes;
}

Result<void> RunBenchmarks(Bench& bench, bool json_file, const std::map<std::string, std::string>& notes) {
  Register(bench);
  std::unique_ptr<benchmark::BenchmarkReporter> shown(benchmark::CreateDefaultDisplayReporter());
  SayBesideJson(*shown, notes);
  FiniteReporter display(std::move(shown));
  FiniteReporter file(std::make_unique<benchmark::JSONReporter>());
  if (benchmark::RunSpecifiedBenchmarks(&display, json_file ? &file : nullptr) == 0)
    return UsageError("Nothing was run: no benchmark has such a name; see --benchmark_list_tests.");
  if (bench.failed) return InvalidError("A benchmark failed; the measurement cannot be trusted.");
  return {};
}

Result<void> Run(const SetupCostOptions& options, const engine::Catalog& catalog, const std::string& program) {
  const Host host = Host::System();
  const auto choice = ChooseCpu(host, options.cpu);
  if (!choice) return tl::unexpected<Error>(choice.error());
  Bench bench;
  bench.program = program;
  auto engines = LoadEngines(catalog);
  if (!engines) return tl::unexpected<Error>(engines.error());
  bench.engines = *std::move(engines);
  const auto notes = Open(bench, host, *choice);
  if (!notes) return tl::unexpected<Error>(notes.error());
  if (const auto ran = RunBenchmarks(bench, options.json_file, *notes); !ran) return ran;
  std::cout.flush();
  if (!std::cout || std::fflush(stdout) != 0 || std::ferror(stdout) != 0)
    return InvalidError("Cannot write to standard output.");
  return CheckPinnedTo(choice->cpu);
}

Result<void> Main(std::vector<std::string> arguments) {
  const auto files = ProgramFiles::Find();
  if (!files) return tl::unexpected<Error>(files.error());
  const auto catalog = engine::Catalog::Open(files->EngineDirectory());
  if (!catalog) return tl::unexpected<Error>(catalog.error());
  if (arguments.size() == 3 && arguments[0] == kRunOperations)
    return RunOperations(*catalog, arguments[1], arguments[2]);
  if (const auto there = GoWhereTheUserStands(); !there) return there;
  const auto options = TakeSetupCostOptions(arguments);
  if (!options) return tl::unexpected<Error>(options.error());

  std::string name = files->program();
  std::vector<char*> argv = {name.data()};
  for (std::string& argument : arguments) argv.push_back(argument.data());
  int argc = static_cast<int>(argv.size());
  argv.push_back(nullptr);
  benchmark::Initialize(&argc, argv.data(), PrintSetupCostHelp);
  if (argc > 1) return UsageError(fmt::format("There is no flag {}; see --help.", argv[1]));
  auto ran = Run(*options, *catalog, files->program());
  benchmark::Shutdown();
  return ran;
}

}  // namespace
}  // namespace firstbyte::bench

int main(int argc, char** argv) {
  firstbyte::OccupyStandardStreams();
  const auto done = firstbyte::bench::Main({argv + 1, argv + argc});
  return done ? 0 : firstbyte::bench::Fail(done.error());
}
