// SPDX-License-Identifier: GPL-2.0-or-later
#include "report/testing.h"

#include <cmath>
#include <cstddef>
#include <numeric>
#include <optional>
#include <utility>

namespace firstbyte::report {
namespace {

struct ArmKind {
  const char* name;
  const char* probe;
  const char* policy;
  double compress_ns;
  double decompress_ns;
};

constexpr ArmKind kKinds[] = {
    {"baseline", "live", "eager", 16700, 3500}, {"patched", "live", "deferred", 15050, 2250},
    {"cached", "cached", "eager", 13400, 960},  {"both", "cached", "deferred", 13300, 955},
    {"floor", "cached", "reuse", 12900, 950},   {"A/A", "live", "eager", 16700, 3500},
};

const ArmKind& Kind(const std::string& name) {
  for (const ArmKind& kind : kKinds) {
    if (kind.name == name) return kind;
  }
  return kKinds[0];
}

// A fixed hash to [-1, 1): scatter that is the same on every machine.
double Scatter(std::uint64_t a, std::uint64_t b, std::uint64_t c) {
  std::uint64_t x = a * 0x9e3779b97f4a7c15u + b * 0xbf58476d1ce4e5b9u + c * 0x94d049bb133111ebu + 1;
  for (int i = 0; i < 3; ++i) {
    x ^= x >> 29;
    x *= 0xbf58476d1ce4e5b9u;
  }
  return static_cast<double>(x >> 11) / 4503599627370496.0 - 1.0;
}

std::uint64_t Hash(const std::string& text) {
  std::uint64_t hash = 14695981039346656037u;
  for (const char c : text) hash = (hash ^ static_cast<unsigned char>(c)) * 1099511628211u;
  return hash;
}

Context MakeContext(const FixtureOptions& options) {
  Context context;
  context.started = "2026-11-30T12:00:00Z";
  context.tool_version = "0.1.0";
  context.program_sha256 = "1111111111111111111111111111111111111111111111111111111111111111";
  context.machine_id = "5f2b9c0d4e6a81734f1e0d2c3b4a5968778695a4b3c2d1e0f1029384756afbec";
  context.accel = "hardware";
  context.platform = "bare metal";
  context.environment = {
      {"cpu model", "Example CPU 8321", "ok", ""},
      {"kernel", "6.1.0-18-amd64", "ok", ""},
      {"governor", "powersave", "warning", "The frequency follows the load; use the governor performance."},
      {"turbo", "unknown", "not applicable", "This CPU has no turbo."},
  };
  for (const std::string& engine : options.engines) {
    for (const char* probe : {"live", "cached"}) {
      context.engines.push_back({engine, probe, "1.5.4", "libzstd_1.5.4+dfsg2.orig.tar.xz",
                                 "8cf4bbb65e77ec348d052c8d6230eba66d435bddf64c8b5be2fcb16880c19953",
                                 "00000000000000000000000000000000000000000000000000000000000000aa", "gcc 12.2.0",
                                 "-O2 -g", std::nullopt, std::nullopt});
    }
  }
  return context;
}

Protocol MakeProtocol(const FixtureOptions& options) {
  Protocol protocol;
  protocol.runs = options.runs;
  protocol.rounds = options.rounds;
  protocol.operations = options.operations;
  protocol.seed = 18446744073709551615u;
  protocol.corpus_seed = 1;
  protocol.cpu = 1;
  protocol.order = "williams";
  protocol.level = 3;
  protocol.request_bytes = 4096;
  protocol.request_case = "linear";
  protocol.corpus_kind = "mixed";
  protocol.corpus_pages = 64;
  protocol.corpus_sha256 = "00000000000000000000000000000000000000000000000000000000000000cc";
  protocol.warmup_operations = 200;
  protocol.corpus = "64 built-in pages (mixed, seed 1), cycled in order";
  protocol.clock = "CLOCK_MONOTONIC_RAW";
  return protocol;
}

Sample MakeSample(std::size_t arm, std::size_t position, double mean_ns, std::int64_t operations) {
  Sample sample;
  sample.arm = static_cast<int>(arm);
  sample.position = static_cast<int>(position);
  sample.wall_ns = std::llround(mean_ns * static_cast<double>(operations));
  sample.cpu_ns = std::llround(0.99 * mean_ns * static_cast<double>(operations));
  sample.voluntary_switches = 0;
  sample.involuntary_switches = 1;
  sample.migrations = 0;
  sample.minor_faults = 3;
  sample.major_faults = 0;
  sample.steal_ticks = 0;
  return sample;
}

// As of a CPU of 2 GHz that ends three instructions every two cycles.
void AddCounts(Sample& sample, std::int64_t operations) {
  const std::int64_t per_operation = sample.wall_ns / operations;
  sample.cycles = 2 * per_operation * operations;
  sample.instructions = 3 * per_operation * operations;
  sample.branches = per_operation * operations / 2;
  sample.branch_misses = 0;
  sample.counters_permille = 1000;
}

Run MakeRun(const Results& results, int index, const MeanNs& mean_ns) {
  Run run;
  run.run = index;
  Process process{"2026-11-30T12:00:01Z", 4000 + index, std::int64_t{16} * index, {}, {}};
  for (std::size_t arm = 0; arm < results.arms.size(); ++arm) process.slots.push_back(static_cast<int>(arm));
  run.processes.push_back(std::move(process));
  for (int round = 0; round < results.protocol.rounds; ++round) {
    Round record{round, 0, {}};
    for (std::size_t position = 0; position < results.arms.size(); ++position) {
      // Rotates, so that an arm's index and its position differ.
      const std::size_t arm = (position + static_cast<std::size_t>(index + round)) % results.arms.size();
      const double mean = mean_ns(results.arms[arm], index, round);
      record.samples.push_back(MakeSample(arm, position, mean, results.protocol.operations));
    }
    run.rounds.push_back(std::move(record));
  }
  return run;
}

}  // namespace

double FixtureMeanNs(const Arm& arm, int run, int round) {
  const ArmKind& kind = Kind(arm.name);
  const double level = arm.operation == "compress" ? kind.compress_ns : kind.decompress_ns;
  const auto r = static_cast<std::uint64_t>(run);
  const auto k = static_cast<std::uint64_t>(round);
  const double common = 0.006 * Scatter(r, 100, 1) + 0.002 * Scatter(r, k, 2);
  const double own = 0.002 * Scatter(r, k, Hash(arm.engine + arm.operation + arm.name));
  return level * (1 + common + own);
}

Results WithoutBaselineOf(const std::string& engine) {
  FixtureOptions options;
  options.engines = {"zstd-1.5.4", engine};
  Results results = MakeResults(options);
  const auto is_gone = [&](const Arm& arm) { return arm.engine == engine && arm.name == "baseline"; };
  std::vector<int> new_index;
  std::vector<Arm> left;
  for (const Arm& arm : results.arms) {
    new_index.push_back(is_gone(arm) ? -1 : static_cast<int>(left.size()));
    if (!is_gone(arm)) left.push_back(arm);
  }
  results.arms = std::move(left);
  for (Run& run : results.runs) {
    run.processes[0].slots.resize(results.arms.size());
    std::iota(run.processes[0].slots.begin(), run.processes[0].slots.end(), 0);
    for (Round& round : run.rounds) {
      for (Sample& sample : round.samples) sample.arm = new_index[static_cast<std::size_t>(sample.arm)];
      std::erase_if(round.samples, [](const Sample& sample) { return sample.arm < 0; });
      for (std::size_t i = 0; i < round.samples.size(); ++i) round.samples[i].position = static_cast<int>(i);
    }
  }
  return results;
}

Results MakeResults(const FixtureOptions& options) {
  Results results;
  results.context = MakeContext(options);
  results.protocol = MakeProtocol(options);
  for (const std::string& engine : options.engines) {
    for (const std::string& operation : options.operation_names) {
      for (const std::string& name : options.arms) {
        results.arms.push_back({name, operation, engine, Kind(name).probe, Kind(name).policy});
      }
    }
  }
  results.not_measured["tsc_ticks"] = "The fixture has no time stamp counter.";
  const MeanNs mean_ns = options.wall_ns ? options.wall_ns : FixtureMeanNs;
  for (int run = 0; run < options.runs; ++run) results.runs.push_back(MakeRun(results, run, mean_ns));
  if (options.counters) {
    for (Run& run : results.runs) {
      for (Round& round : run.rounds) {
        for (Sample& sample : round.samples) AddCounts(sample, options.operations);
      }
    }
  } else {
    for (const char* field : {"cycles", "instructions", "branches", "branch_misses", "counters_permille"})
      results.not_measured[field] = "no hardware PMU (ENOENT), as in many virtual machines";
  }
  return results;
}

}  // namespace firstbyte::report
