// SPDX-License-Identifier: GPL-2.0-or-later
// Everything that one process needs to measure rounds: the engines, the pages, the slots and the arms, made from the
// header of the results that they will go into.
#ifndef FIRSTBYTE_BENCH_SESSION_H_
#define FIRSTBYTE_BENCH_SESSION_H_

#include <cstdint>
#include <string>
#include <vector>

#include "base/error.h"
#include "bench/arm_runner.h"
#include "bench/buffers.h"
#include "bench/meter.h"
#include "engine/catalog.h"
#include "report/results.h"

namespace firstbyte::bench {

class Session {
 public:
  // Loads the engines of the header's arms and checks that they are the objects that the header describes (a rebuild in
  // the middle of a measurement would mix two programs), checks the pages' digest likewise, places each arm into its
  // slot, runs each request of each arm once, and warms each arm up.
  static Result<Session> Prepare(const report::Results& header, const engine::Catalog& catalog,
                                 const std::vector<Bytes>& pages, const std::vector<int>& slots);

  // Measures one round; `global_round` selects the order of the arms.
  Result<report::Round> Measure(std::int64_t global_round, Meter& meter);

  // Of one of the header's arms, by its place in them, for passes that measure something else than rounds.
  ArmRunner& runner(std::size_t arm) { return runners_[arm]; }

 private:
  Session() = default;
  Result<void> AddWorkloads(const report::Results& header, const std::vector<Bytes>& pages);
  Result<void> AddRunners(const report::Results& header, const std::vector<int>& slots);
  const engine::Engine* FindEngine(const std::string& name, const std::string& probe) const;

  std::vector<report::Arm> arms_;
  std::int64_t operations_ = 0;
  std::vector<engine::Engine> engines_;
  std::vector<std::shared_ptr<const Workload>> workloads_;  // one per arm, shared by the arms of an operation
  std::vector<Slot> slots_;
  std::vector<ArmRunner> runners_;
};

// The digest over all pages that Protocol::corpus_sha256 holds.
std::string DigestPages(const std::vector<Bytes>& pages);

// What a case of zswap does to these pages, for Protocol::corpus: "; 7 of 64 do not shrink and are left out of
// decompress". Empty where every page is requested and succeeds. Loads the engines that it needs.
Result<std::string> PagesNote(const report::Results& header, const engine::Catalog& catalog,
                              const std::vector<Bytes>& pages);

// A loaded engine's record for the results, with the digest of its file.
Result<report::EngineRecord> DescribeEngine(const engine::Engine& engine);

// Whether a loaded engine is the object that the context lists: one that was rebuilt in the middle is another program.
Result<void> CheckUnchanged(const report::Context& context, const engine::Engine& engine);

}  // namespace firstbyte::bench

#endif  // FIRSTBYTE_BENCH_SESSION_H_
