// SPDX-License-Identifier: GPL-2.0-or-later
#include "bench/setup_cost_options.h"

#include <benchmark/benchmark.h>
#include <fmt/core.h>

#include <cstdio>
#include <cstdlib>
#include <string_view>

#include "base/number.h"

namespace firstbyte::bench {
namespace {

constexpr std::string_view kCpu = "--cpu=";

constexpr char kHelp[] =
    "setup_cost: what setting up a zstd context costs, part by part, in tight loops,\n"
    "as a Google Benchmark. One benchmark per operation, engine and probe, such as\n"
    "BM_InitCStream/zstd-1.5.4/live.\n"
    "\n"
    "Counters, per operation: cpuids (executed; counted in a traced run beforehand),\n"
    "and cycles, instructions, branches, branch_misses in user mode. A counter that\n"
    "was not counted is not there; the context says why.\n"
    "\n"
    "  --cpu=N   CPU to pin to (default: an isolated one, else the last allowed)\n"
    "\n"
    "Exit status: 0 done, 2 usage, 4 invalid input or environment.\n"
    "Example, with compare.py of Debian's libbenchmark-tools and python3-scipy:\n"
    "  setup_cost --benchmark_repetitions=12 --benchmark_filter=Init \\\n"
    "    --benchmark_enable_random_interleaving=true --benchmark_out=old.json\n"
    "  (rebuild, and the same with new.json)\n"
    "  /usr/bin/python3 /usr/share/benchmark/compare.py benchmarks old.json new.json\n"
    "\n"
    "Google Benchmark's flags:\n";

// The library reads a flag --benchmark_x from BENCHMARK_X, too.
std::string FromEnvironment(const char* name, const char* otherwise) {
  const char* const value = std::getenv(name);
  return value != nullptr ? value : otherwise;
}

void TakeValue(std::string_view argument, std::string_view flag, std::string& value) {
  if (argument.starts_with(flag)) value = argument.substr(flag.size());
}

}  // namespace

Result<SetupCostOptions> TakeSetupCostOptions(std::vector<std::string>& arguments) {
  SetupCostOptions options;
  std::string out = FromEnvironment("BENCHMARK_OUT", "");
  std::string format = FromEnvironment("BENCHMARK_OUT_FORMAT", "json");
  std::vector<std::string> others;
  for (const std::string& argument : arguments) {
    TakeValue(argument, "--benchmark_out=", out);
    TakeValue(argument, "--benchmark_out_format=", format);
    if (!argument.starts_with(kCpu)) {
      others.push_back(argument);
      continue;
    }
    options.cpu = ParseNumber<int>(argument.substr(kCpu.size()));
    if (!options.cpu) return UsageError(fmt::format("{} does not name a CPU; it takes a number.", argument));
  }
  options.json_file = !out.empty() && format == "json";
  arguments = std::move(others);
  return options;
}

void PrintSetupCostHelp() {
  (void)std::fputs(kHelp, stdout);
  benchmark::PrintDefaultHelp();
}

}  // namespace firstbyte::bench
