// SPDX-License-Identifier: GPL-2.0-or-later
// What //bench:setup_cost times (docs/setup_cost.md): the contestants of `firstbyte phases`, each as one benchmark with
// a name of its own, "BM_InitCStream/zstd-1.5.4/live". Names do not change: two outputs are compared by them.
#ifndef FIRSTBYTE_BENCH_SETUP_COST_OPERATION_H_
#define FIRSTBYTE_BENCH_SETUP_COST_OPERATION_H_

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "base/error.h"
#include "bench/phase_contestants.h"
#include "bench/phase_measurement.h"
#include "engine/catalog.h"

namespace firstbyte::bench {

struct SetupCostOperation {
  std::string name;  // "BM_InitCStream"
  // What a page decides the cost of goes through all pages, so many operations on each; what does not is prepared once.
  bool by_page = false;
  std::function<std::unique_ptr<Contestant>(PhaseGround&)> make;
};

// In the order in which they run.
const std::vector<SetupCostOperation>& SetupCostOperations();

// One probe of an engine, with the requests that both of its probes get.
struct SetupCostEngine {
  PhaseEngine engine;
  PhaseGround::Workloads workloads;
};

// An operation on ground of its own, to be prepared and run.
class SetupCost {
 public:
  static Result<SetupCost> Make(const SetupCostEngine& engine, const SetupCostOperation& operation);

  Contestant& contestant() { return *contestant_; }

  // What did not end as it should.
  std::int64_t failures() const { return contestant_->failures(); }

 private:
  SetupCost(std::unique_ptr<PhaseGround> ground, std::unique_ptr<Contestant> contestant)
      : ground_(std::move(ground)), contestant_(std::move(contestant)) {}

  std::unique_ptr<PhaseGround> ground_;
  std::unique_ptr<Contestant> contestant_;
};

// "BM_InitCStream/zstd-1.5.4/live".
std::string SetupCostName(const SetupCostOperation& operation, const SetupCostEngine& engine);

// What the name of a benchmark stands for; a usage error for a name that is none.
struct NamedSetupCost {
  SetupCostEngine engine;
  const SetupCostOperation* operation = nullptr;
};
Result<NamedSetupCost> FindSetupCost(const engine::Catalog& catalog, const std::string& name);

// live and cached of an engine, on the pages of setup_cost. An engine whose phases are not known is an error.
Result<std::vector<SetupCostEngine>> LoadSetupCostEngines(const engine::Catalog& catalog, const std::string& name);

// What the pages are, for people.
Result<std::string> SetupCostPages();

}  // namespace firstbyte::bench

#endif  // FIRSTBYTE_BENCH_SETUP_COST_OPERATION_H_
