// SPDX-License-Identifier: GPL-2.0-or-later
// The pairs of one repetition of `firstbyte phases`, made on a ground of their own.
#ifndef FIRSTBYTE_BENCH_PHASE_PAIRS_H_
#define FIRSTBYTE_BENCH_PHASE_PAIRS_H_

#include <memory>
#include <vector>

#include "base/error.h"
#include "bench/balanced_pair.h"
#include "bench/phase_contestants.h"
#include "bench/phase_measurement.h"
#include "report/phase_results.h"

namespace firstbyte::bench {

class PhasePairs {
 public:
  static Result<PhasePairs> Make(const std::vector<PhaseEngine>& engines, const PhaseOptions& options,
                                 const PhaseGround::Workloads& workloads);

  std::vector<Pair>& pairs() { return pairs_; }

  // What each pair is, without repetitions; in the order of pairs().
  const std::vector<report::PairSeries>& series() const { return series_; }

  // The live probe alone: what prices the CPUIDs of a block.
  Contestant& probe() const { return *probe_; }

  // Of all contestants.
  std::int64_t failures() const;

 private:
  PhasePairs() = default;
  void AddProbe(const PhaseEngine& engine, PhaseGround& ground, bool per_parameter);
  void AddPhases(const PhaseEngine& engine, PhaseGround& ground, bool per_parameter);
  void AddRequests(const PhaseEngine& engine, PhaseGround& ground, workspace::Operation operation);
  void AddDoses(const PhaseEngine& engine, PhaseGround& ground);
  void AddAgainstNothing(const PhaseEngine& engine, PhaseGround& ground, std::unique_ptr<Contestant> contestant,
                         report::PairSeries series);
  void Add(std::unique_ptr<Contestant> first, std::unique_ptr<Contestant> second, int times, report::PairSeries series,
           int every = 1);

  std::vector<std::unique_ptr<PhaseGround>> grounds_;
  std::unique_ptr<Contestant> probe_;
  std::vector<std::unique_ptr<Contestant>> contestants_;
  std::vector<Pair> pairs_;
  std::vector<report::PairSeries> series_;
};

}  // namespace firstbyte::bench

#endif  // FIRSTBYTE_BENCH_PHASE_PAIRS_H_
