// SPDX-License-Identifier: GPL-2.0-or-later
#include "cli/profile_phases.h"

#include <fmt/core.h>

#include <cstdint>
#include <utility>

#include "bench/phase_measurement.h"
#include "cli/percent_progress.h"
#include "report/attribution.h"
#include "report/phase_summary.h"
#include "report/phases_file.h"

namespace firstbyte::cli {
namespace {

// 48 blocks of requests in each repetition, which is a share to some tenths of a point.
constexpr int kRepetitions = 3;
constexpr int kBlocks = 360;

}  // namespace

Result<std::optional<report::PhaseTable>> ReadPhases(const std::string& file, const report::Results& header) {
  if (file.empty()) return std::nullopt;
  const auto phases = report::ReadPhasesFile(file);
  if (!phases) return tl::unexpected<Error>(phases.error());
  if (const auto same = report::CheckSameSubject(*phases, header); !same) return tl::unexpected<Error>(same.error());
  auto table = report::CheckedPhaseTable(*phases, file);
  if (!table) return tl::unexpected<Error>(table.error());
  return *std::move(table);
}

Result<report::PhaseTable> MeasurePhaseTable(const report::Results& header, const engine::Catalog& catalog,
                                             const std::vector<bench::Bytes>& pages) {
  bench::PhaseOptions options;
  options.repetitions = kRepetitions;
  options.blocks = kBlocks;
  options.level = header.protocol.level;
  options.seed = header.protocol.seed;
  const auto engines = bench::LoadPhaseEngines(catalog, header.arms.front().engine, options.level);
  if (!engines) return tl::unexpected<Error>(engines.error());
  bench::TscClock clock;
  PercentProgress progress(kProfileInterrupted);
  auto results = bench::MeasurePhases(*engines, options, pages, clock, [&](std::int64_t done, std::int64_t total) {
    return progress.Show(done, total);
  });
  progress.Finish();
  if (!results) return tl::unexpected<Error>(results.error());
  results->engine = header.arms.front().engine;
  return report::PhaseTableOf(*results, report::Summarise(*results));
}

std::string DescribeMeasuredPhases() {
  return fmt::format("{} repetitions x {}, timed after the last sample", kRepetitions, report::DescribeBlocks(kBlocks));
}

}  // namespace firstbyte::cli
