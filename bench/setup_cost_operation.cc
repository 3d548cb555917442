// SPDX-License-Identifier: GPL-2.0-or-later
#include "bench/setup_cost_operation.h"

#include <fmt/core.h>

#include <algorithm>
#include <utility>

#include "bench/corpus_source.h"
#include "workspace/shared_workspace.h"

namespace firstbyte::bench {
namespace {

using workspace::InitPolicy;
using workspace::Operation;

// The pages of `phases` and `run`.
Result<NamedPages> Pages() {
  report::Protocol protocol;
  protocol.corpus_kind = "mixed";
  protocol.corpus_seed = 1;
  protocol.corpus_pages = 64;
  protocol.request_bytes = static_cast<std::int64_t>(workspace::kPageBytes);
  return MakeCorpus(protocol);
}

SetupCostOperation Phase(const char* name, const char* phase, bool by_page = false) {
  return {name, by_page, [phase](PhaseGround& ground) { return ground.Phase(phase); }};
}

SetupCostOperation Request(const char* name, Operation operation, InitPolicy policy) {
  return {name, true, [=](PhaseGround& ground) { return ground.Request(operation, policy, PageChoice::kNext); }};
}

}  // namespace

const std::vector<SetupCostOperation>& SetupCostOperations() {
  static const std::vector<SetupCostOperation> operations = {
      Phase("BM_EmptyCall", "null"),
      Phase("BM_CwkspLayout", "cwksp_layout"),
      Phase("BM_CCtxZeroing", "cctx_zeroing"),
      Phase("BM_Bmi2Probe", "bmi2_probe"),
      Phase("BM_Reset", "reset"),
      Phase("BM_Pledge", "pledge"),
      Phase("BM_ParameterReplay", "parameter_replay"),
      Phase("BM_PartsInOrder", "parts_in_order"),
      Phase("BM_InitCStream", "init_cstream"),
      Phase("BM_InitCCtx", "init_cctx"),
      Phase("BM_InitDStream", "init_dstream"),
      Phase("BM_InitDCtx", "init_dctx"),
      Phase("BM_TableClear", "table_clear"),
      Phase("BM_CompressBody", "compress_body", true),
      Phase("BM_DecompressBody", "decompress_body", true),
      Request("BM_CompressBaseline", Operation::kCompress, InitPolicy::kEager),
      Request("BM_CompressPatched", Operation::kCompress, InitPolicy::kDeferred),
      Request("BM_DecompressBaseline", Operation::kDecompress, InitPolicy::kEager),
      Request("BM_DecompressPatched", Operation::kDecompress, InitPolicy::kDeferred),
  };
  return operations;
}

Result<SetupCost> SetupCost::Make(const SetupCostEngine& engine, const SetupCostOperation& operation) {
  auto ground =
      PhaseGround::Make(engine.engine.measured, engine.engine.phases, workspace::kDefaultLevel, engine.workloads);
  if (!ground) return tl::unexpected<Error>(ground.error());
  auto contestant = operation.make(**ground);
  return SetupCost(*std::move(ground), std::move(contestant));
}

std::string SetupCostName(const SetupCostOperation& operation, const SetupCostEngine& engine) {
  const engine::Engine& measured = engine.engine.measured;
  return fmt::format("{}/{}/{}", operation.name, measured.name(), measured.probe());
}

Result<std::vector<SetupCostEngine>> LoadSetupCostEngines(const engine::Catalog& catalog, const std::string& name) {
  auto engines = LoadPhaseEngines(catalog, name, workspace::kDefaultLevel);
  if (!engines) return tl::unexpected<Error>(engines.error());
  const auto pages = Pages();
  if (!pages) return tl::unexpected<Error>(pages.error());
  const auto workloads = MakePhaseWorkloads(engines->front().measured.table(), workspace::kDefaultLevel, pages->pages);
  if (!workloads) return tl::unexpected<Error>(workloads.error());
  std::vector<SetupCostEngine> made;
  for (PhaseEngine& engine : *engines) made.push_back({std::move(engine), *workloads});
  return made;
}

Result<NamedSetupCost> FindSetupCost(const engine::Catalog& catalog, const std::string& name) {
  const std::size_t first = name.find('/');
  const std::size_t last = name.rfind('/');
  if (first != last) {
    const auto engines = LoadSetupCostEngines(catalog, name.substr(first + 1, last - first - 1));
    if (!engines) return tl::unexpected<Error>(engines.error());
    for (const SetupCostEngine& engine : *engines) {
      for (const SetupCostOperation& operation : SetupCostOperations())
        if (SetupCostName(operation, engine) == name) return NamedSetupCost{engine, &operation};
    }
  }
  return UsageError(fmt::format("There is no benchmark {}.", name));
}

Result<std::string> SetupCostPages() {
  const auto pages = Pages();
  if (!pages) return tl::unexpected<Error>(pages.error());
  return pages->policy;
}

}  // namespace firstbyte::bench
