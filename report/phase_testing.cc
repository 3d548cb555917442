// SPDX-License-Identifier: GPL-2.0-or-later
#include "report/phase_testing.h"

#include <optional>
#include <string>
#include <utility>

namespace firstbyte::report {
namespace {

constexpr int kRepetitions = 6;
constexpr double kCpuidNs = 4000;

PairSeries Series(PairKind kind, const char* name, const char* probe, double ns, int cpuids, double step = 0) {
  PairSeries series{kind, name, probe, std::nullopt, cpuids, {}};
  for (int i = 0; i < kRepetitions; ++i) {
    const double here = ns + step * (i - 2.5);
    series.repetitions.push_back({here, here + 40, here - 40, kCpuidNs, here - cpuids * kCpuidNs});
  }
  return series;
}

void AddProbe(PhaseResults& results, const char* probe, int cpuids) {
  const double exits = cpuids * kCpuidNs;
  const auto add = [&](PairKind kind, const char* name, double ns, int count, double step = 0) {
    results.series.push_back(Series(kind, name, probe, ns, count, step));
  };
  add(PairKind::kPhase, "cwksp_layout", 4, 0);
  add(PairKind::kPhase, "cctx_zeroing", 30, 0);
  results.series.back().bytes = 5216;
  add(PairKind::kPhase, "bmi2_probe", exits, cpuids);
  add(PairKind::kPhase, "reset", 14, 0);
  add(PairKind::kPhase, "pledge", 0, 0);
  add(PairKind::kPhase, "parameter_replay", 32, 0);
  add(PairKind::kPhase, "table_clear", 300, 0);
  results.series.back().bytes = 49152;
  add(PairKind::kPhase, "compress_body", 10000, 0);
  add(PairKind::kPhase, "decompress_body", 4000, 0);
  add(PairKind::kWhole, "init_cstream", exits + 100, cpuids, 1);
  add(PairKind::kWhole, "init_cctx", exits + 34, cpuids);
  add(PairKind::kWhole, "init_dstream", exits + 2, cpuids);
  add(PairKind::kWhole, "compress", 2 * exits + 10700, 2 * cpuids);
  add(PairKind::kSaving, "compress", exits + 120, cpuids, 1);
  add(PairKind::kControl, "compress", 0.5, 0, 1);
  add(PairKind::kWhole, "decompress", 2 * exits + 4100, 2 * cpuids);
  add(PairKind::kSaving, "decompress", exits + 2, cpuids, 4);
  add(PairKind::kControl, "decompress", 12, 0);
}

}  // namespace

PhaseResults RoundPhases() {
  PhaseResults results;
  results.engine = "zstd-1.5.4";
  results.tool_version = "0.1.0";
  results.machine_id = "a machine";
  results.platform = "VM (KVM)";
  results.accel = "hardware";
  results.environment = {{"cpu model", "a CPU", "ok", ""}};
  results.cpu = 1;
  results.repetitions = kRepetitions;
  results.blocks = 1000;
  results.seed = 7;
  results.level = 3;
  results.parameters = 10;
  results.corpus = "64 built-in pages (mixed, seed 1), cycled in order";
  results.ticks_per_ns = 2.5;
  AddProbe(results, "live", 2);
  AddProbe(results, "cached", 0);
  for (const int dose : {0, 1, 2, 4})
    results.series.push_back(
        Series(PairKind::kDose, "compress", "cached", dose == 0 ? 0 : dose * kCpuidNs + 100, dose));
  return results;
}

}  // namespace firstbyte::report
