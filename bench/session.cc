// SPDX-License-Identifier: GPL-2.0-or-later
#include "bench/session.h"

#include <fmt/core.h>

#include <algorithm>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string_view>
#include <utility>

#include "base/sha256.h"
#include "bench/arm.h"
#include "bench/round.h"
#include "bench/schedule.h"
#include "engine/code_digest.h"

namespace firstbyte::bench {
namespace {

Result<WorkloadOptions> OptionsFor(const report::Protocol& protocol, const std::string& operation_name) {
  const auto operation = OperationByName(operation_name);
  if (!operation) return tl::unexpected<Error>(operation.error());
  const auto info = workspace::FindCase(protocol.request_case);
  if (!info) return tl::unexpected<Error>(info.error());
  WorkloadOptions options;
  options.operation = *operation;
  options.request_case = info->request_case;
  options.fragments = static_cast<std::size_t>(protocol.fragments);
  options.level = protocol.level;
  return options;
}

// `slots` holds each slot once.
std::size_t ArmInSlot(const std::vector<int>& slots, std::size_t slot) {
  return static_cast<std::size_t>(std::find(slots.begin(), slots.end(), static_cast<int>(slot)) - slots.begin());
}

}  // namespace

std::string DigestPages(const std::vector<Bytes>& pages) {
  // A digest of digests needs no copy of all pages in one piece.
  std::string digests;
  for (const Bytes& page : pages) {
    digests += Sha256(std::string_view(reinterpret_cast<const char*>(page.data()), page.size()));
  }
  return Sha256(digests);
}

Result<report::EngineRecord> DescribeEngine(const engine::Engine& engine) {
  const auto digest = Sha256File(engine.path());
  if (!digest) return tl::unexpected<Error>(digest.error());
  const firstbyte_engine& table = engine.table();
  report::EngineRecord record;
  record.name = table.name;
  record.probe = table.probe;
  record.version = engine.version();
  record.source = table.source;
  record.source_sha256 = table.source_sha256;
  record.object_sha256 = *digest;
  record.compiler = table.compiler;
  record.flags = table.flags;
  const auto code = engine::DigestCode(engine.path());
  if (!code) return tl::unexpected<Error>(code.error());
  record.text_sha256 = code->text_sha256;
  record.data_sha256 = code->data_sha256;
  return record;
}

Result<void> CheckUnchanged(const report::Context& context, const engine::Engine& engine) {
  const auto found = DescribeEngine(engine);
  if (!found) return tl::unexpected<Error>(found.error());
  for (const report::EngineRecord& record : context.engines) {
    if (record.name != found->name || record.probe != found->probe) continue;
    if (record.object_sha256 == found->object_sha256) return {};
    return InvalidError(
        fmt::format("Engine {} with probe {} was rebuilt since this measurement began; its rounds cannot be put beside "
                    "the earlier ones. Start a new measurement.",
                    found->name, found->probe));
  }
  return InvalidError(fmt::format("The measurement does not list engine {} with probe {}.", found->name, found->probe));
}

Result<std::string> PagesNote(const report::Results& header, const engine::Catalog& catalog,
                              const std::vector<Bytes>& pages) {
  std::string note;
  std::set<std::pair<std::string, std::string>> noted;
  const bool several = std::any_of(header.arms.begin(), header.arms.end(),
                                   [&header](const report::Arm& arm) { return arm.engine != header.arms[0].engine; });
  for (const report::Arm& arm : header.arms) {
    if (!noted.emplace(arm.engine, arm.operation).second) continue;
    const auto engine = catalog.Load(arm.engine, arm.probe);
    if (!engine) return tl::unexpected<Error>(engine.error());
    const auto options = OptionsFor(header.protocol, arm.operation);
    if (!options) return tl::unexpected<Error>(options.error());
    const auto workload = Workload::Prepare(engine->table(), *options, pages);
    if (!workload) return tl::unexpected<Error>(workload.error());
    const std::string by = several ? " with " + arm.engine : "";
    const auto refused = std::count_if(workload->items().begin(), workload->items().end(),
                                       [](const auto& i) { return i.expected_status; });
    if (workload->left_out() > 0) {
      note += fmt::format("; {} of {} do not shrink and are left out of {}", workload->left_out(), pages.size(),
                          arm.operation) +
              by;
    }
    if (refused > 0) note += fmt::format("; {} of {} do not shrink and end in EINVAL", refused, pages.size()) + by;
  }
  return note;
}

const engine::Engine* Session::FindEngine(const std::string& name, const std::string& probe) const {
  const auto found = std::find_if(engines_.begin(), engines_.end(),
                                  [&](const engine::Engine& e) { return e.name() == name && e.probe() == probe; });
  return found == engines_.end() ? nullptr : &*found;
}

Result<Session> Session::Prepare(const report::Results& header, const engine::Catalog& catalog,
                                 const std::vector<Bytes>& pages, const std::vector<int>& slots) {
  Session session;
  session.arms_ = header.arms;
  session.operations_ = header.protocol.operations;
  if (DigestPages(pages) != header.protocol.corpus_sha256) {
    return InvalidError("The pages have changed since this measurement began; start a new one.");
  }
  for (const report::Arm& arm : header.arms) {
    if (session.FindEngine(arm.engine, arm.probe) != nullptr) continue;
    auto engine = catalog.Load(arm.engine, arm.probe);
    if (!engine) return tl::unexpected<Error>(engine.error());
    if (const auto same = CheckUnchanged(header.context, *engine); !same) return tl::unexpected<Error>(same.error());
    session.engines_.push_back(*std::move(engine));
  }
  if (const auto added = session.AddWorkloads(header, pages); !added) return tl::unexpected<Error>(added.error());
  if (const auto added = session.AddRunners(header, slots); !added) return tl::unexpected<Error>(added.error());
  return session;
}

Result<void> Session::AddWorkloads(const report::Results& header, const std::vector<Bytes>& pages) {
  std::map<std::pair<std::string, std::string>, std::shared_ptr<const Workload>> made;
  for (const report::Arm& arm : arms_) {
    auto& workload = made[{arm.engine, arm.operation}];
    if (workload == nullptr) {
      const auto options = OptionsFor(header.protocol, arm.operation);
      if (!options) return tl::unexpected<Error>(options.error());
      auto prepared = Workload::Prepare(FindEngine(arm.engine, arm.probe)->table(), *options, pages);
      if (!prepared) return tl::unexpected<Error>(prepared.error());
      workload = std::make_shared<const Workload>(*std::move(prepared));
    }
    workloads_.push_back(workload);
  }
  return {};
}

Result<void> Session::AddRunners(const report::Results& header, const std::vector<int>& slots) {
  // Every slot has room for every arm, so that any arm can be drawn into it.
  std::size_t workspace_bytes = 0;
  std::size_t destination_bytes = 0;
  std::size_t destination_fragments = 0;
  for (std::size_t i = 0; i < arms_.size(); ++i) {
    const auto policy = PolicyByName(arms_[i].policy);
    if (!policy) return tl::unexpected<Error>(policy.error());
    const firstbyte_engine& engine = FindEngine(arms_[i].engine, arms_[i].probe)->table();
    workspace_bytes = std::max(workspace_bytes, workspace::MemoryFor(engine, header.protocol.level, *policy));
    destination_bytes = std::max(destination_bytes, workloads_[i]->largest_destination());
    destination_fragments = std::max(destination_fragments, workloads_[i]->most_destination_fragments());
  }
  // In the order of the slots: where the rest of an arm lies in the heap, and when it warms up, are drawn with its
  // slot.
  std::vector<std::optional<ArmRunner>> made(arms_.size());
  for (std::size_t slot = 0; slot < arms_.size(); ++slot) {
    const std::size_t i = ArmInSlot(slots, slot);
    auto memory = Slot::Make(workspace_bytes, destination_bytes, destination_fragments);
    if (!memory) return tl::unexpected<Error>(memory.error());
    auto runner = ArmRunner::Create(FindEngine(arms_[i].engine, arms_[i].probe)->table(),
                                    *PolicyByName(arms_[i].policy), workloads_[i], *memory);
    if (!runner) return tl::unexpected<Error>(runner.error());
    (void)runner->RunBlock(header.protocol.warmup_operations);
    slots_.push_back(*std::move(memory));
    made[i] = *std::move(runner);
  }
  for (std::optional<ArmRunner>& runner : made) runners_.push_back(*std::move(runner));
  return {};
}

Result<report::Round> Session::Measure(std::int64_t global_round, Meter& meter) {
  return MeasureRound(runners_, RoundOrder(arms_, global_round), operations_, meter);
}

}  // namespace firstbyte::bench
