// SPDX-License-Identifier: GPL-2.0-or-later
// The measurement of `firstbyte phases`: pairs, repeated on fresh buffers and with the stack in another place.
//
// Per probe: each phase and each whole against a call that does nothing, baseline against patched (what the patch
// saves), patched against patched (the control), and on the cached probe patched with 0, 1, 2 and 4 extra CPUIDs
// against patched. docs/phases.md describes all of it.
#ifndef FIRSTBYTE_BENCH_PHASE_MEASUREMENT_H_
#define FIRSTBYTE_BENCH_PHASE_MEASUREMENT_H_

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "base/error.h"
#include "bench/balanced_pair.h"
#include "bench/phase_contestants.h"
#include "bench/workload.h"
#include "engine/catalog.h"
#include "engine/phases_loader.h"
#include "report/phase_results.h"

namespace firstbyte::bench {

struct PhaseOptions {
  int repetitions = 24;  // with fewer than 6 there is no 95 % interval
  int blocks = 500;      // of each pair and repetition; a multiple of kBlockGroup
  int level = 3;         // ZSTD_DEF_LEVEL of crypto/zstd.c
  std::uint64_t seed = 0;
  bool per_parameter = false;  // time each of the ten parameters, too
};

// An engine that passed the guard of workspace/phase_guard.h, with what it clears.
struct PhaseEngine {
  engine::Engine measured;
  engine::Phases phases;
  std::int64_t cctx_bytes = 0;
  std::int64_t table_bytes = 0;
};

// Loads live and cached of an engine and their phases, and checks that all four give the same output and that the
// phases leave the bytes of the real inits.
Result<std::vector<PhaseEngine>> LoadPhaseEngines(const engine::Catalog& catalog, const std::string& name, int level);

// One request per page and operation.
Result<PhaseGround::Workloads> MakePhaseWorkloads(const firstbyte_engine& engine, int level,
                                                  const std::vector<Bytes>& pages);

// A clock that also knows how long its ticks are.
class CalibratedClock : public TickClock {
 public:
  virtual double TicksPerNs() = 0;  // over the time since it was made
};

// The TSC against CLOCK_MONOTONIC_RAW.
class TscClock : public CalibratedClock {
 public:
  TscClock();
  std::uint64_t Ticks() override;
  double TicksPerNs() override;

 private:
  std::uint64_t start_ticks_;
  std::int64_t start_ns_;
};

using PhaseProgress = std::function<Result<void>(std::int64_t done, std::int64_t total)>;

// Fills in `series` and `ticks_per_ns` of the result. Progress is told in groups of blocks; where it returns an
// error the measurement ends with that. A call that ends otherwise than it should is an error.
Result<report::PhaseResults> MeasurePhases(const std::vector<PhaseEngine>& engines, const PhaseOptions& options,
                                           const std::vector<Bytes>& pages, CalibratedClock& clock,
                                           const PhaseProgress& progress);

}  // namespace firstbyte::bench

#endif  // FIRSTBYTE_BENCH_PHASE_MEASUREMENT_H_
