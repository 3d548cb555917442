// SPDX-License-Identifier: GPL-2.0-or-later
#include "bench/lab_runner.h"

#include <sys/resource.h>

#include <algorithm>
#include <ctime>
#include <memory>
#include <optional>

#include "base/clock.h"
#include "bench/arm.h"
#include "bench/session.h"
#include "bench/workload.h"
#include "cpuid/execute.h"
#include "workspace/shared_workspace.h"

namespace firstbyte::bench {
namespace {

struct Moment {
  std::optional<std::int64_t> voluntary;
  std::optional<std::int64_t> involuntary;
  std::int64_t cpu_ns = 0;
  std::int64_t wall_ns = 0;
};

void ReadSwitches(Moment& moment) {
  rusage usage{};
  if (getrusage(RUSAGE_THREAD, &usage) != 0) return;
  moment.voluntary = usage.ru_nvcsw;
  moment.involuntary = usage.ru_nivcsw;
}

// The clocks stand next to the block.
Moment Before() {
  Moment moment;
  ReadSwitches(moment);
  moment.cpu_ns = ReadClockNs(CLOCK_THREAD_CPUTIME_ID);
  moment.wall_ns = ReadClockNs(CLOCK_MONOTONIC_RAW);
  return moment;
}

Moment After() {
  Moment moment;
  moment.wall_ns = ReadClockNs(CLOCK_MONOTONIC_RAW);
  moment.cpu_ns = ReadClockNs(CLOCK_THREAD_CPUTIME_ID);
  ReadSwitches(moment);
  return moment;
}

std::optional<std::int64_t> Difference(std::optional<std::int64_t> later, std::optional<std::int64_t> earlier) {
  if (!later || !earlier) return std::nullopt;
  return *later - *earlier;
}

void AddBlock(int arm, const Moment& before, const Moment& after, report::LabBlocks& blocks) {
  const std::int64_t cpu_ns = after.cpu_ns - before.cpu_ns;
  blocks.order.push_back(arm);
  blocks.wall_ns.push_back(after.wall_ns - before.wall_ns);
  // A hypervisor that moves the guest can make the clock stand still.
  blocks.cpu_ns.push_back(cpu_ns > 0 ? std::optional<std::int64_t>(cpu_ns) : std::nullopt);
  blocks.voluntary_switches.push_back(Difference(after.voluntary, before.voluntary));
  blocks.involuntary_switches.push_back(Difference(after.involuntary, before.involuntary));
}

Result<WorkloadOptions> OptionsFor(const report::LabHeader& header) {
  const auto operation = OperationByName(header.request.operation);
  if (!operation) return tl::unexpected<Error>(operation.error());
  const auto info = workspace::FindCase(header.protocol.request_case);
  if (!info) return tl::unexpected<Error>(info.error());
  WorkloadOptions options;
  options.operation = *operation;
  options.request_case = info->request_case;
  options.fragments = static_cast<std::size_t>(header.protocol.fragments);
  options.level = header.protocol.level;
  return options;
}

}  // namespace

void Spin(std::int64_t iterations) {
  std::uint64_t x = 1;
  for (std::int64_t i = 0; i < iterations; ++i) {
    x *= 0x9E3779B97F4A7C15u;
    // Nothing is known of x here, so that the loop stays.
    asm volatile("" : "+r"(x));
  }
}

std::uint64_t LabRunner::RunBlock(std::int64_t operations) {
  std::uint64_t sum = 0;
  for (std::int64_t i = 0; i < operations; ++i) {
    // The leaves that zstd's probe asks for, as `phases` does (bench/phase_contestants.cc).
    for (int leaf = 0; leaf < cpuids_; ++leaf) cpuid::Execute(leaf % 2 == 0 ? 0 : 7);
    Spin(spin_iterations_);
    sum += runner_.RunBlock(1);
  }
  return sum;
}

Result<LabSession> LabSession::Prepare(const report::LabHeader& header, const std::vector<int>& arms,
                                       const std::vector<int>& slots, const engine::Catalog& catalog,
                                       const std::vector<Bytes>& pages) {
  auto engine = catalog.Load(header.request.engine, header.request.probe);
  if (!engine) return tl::unexpected<Error>(engine.error());
  if (const auto same = CheckUnchanged(header.context, *engine); !same) return tl::unexpected<Error>(same.error());
  LabSession session(*std::move(engine), arms, header.protocol.operations);
  if (const auto added = session.AddRunners(header, slots, pages); !added) return tl::unexpected<Error>(added.error());
  return session;
}

Result<void> LabSession::AddRunners(const report::LabHeader& header, const std::vector<int>& slots,
                                    const std::vector<Bytes>& pages) {
  const auto options = OptionsFor(header);
  if (!options) return tl::unexpected<Error>(options.error());
  const auto policy = PolicyByName(header.request.policy);
  if (!policy) return tl::unexpected<Error>(policy.error());
  const firstbyte_engine& engine = engine_.table();
  auto prepared = Workload::Prepare(engine, *options, pages);
  if (!prepared) return tl::unexpected<Error>(prepared.error());
  const auto workload = std::make_shared<const Workload>(*std::move(prepared));
  const std::size_t workspace_bytes = workspace::MemoryFor(engine, header.protocol.level, *policy);
  // In the order of the slots, as bench/session.cc does, and for its reason.
  std::vector<std::optional<LabRunner>> made(arms_.size());
  for (std::size_t slot = 0; slot < arms_.size(); ++slot) {
    const auto at = std::find(slots.begin(), slots.end(), static_cast<int>(slot));
    const auto place = static_cast<std::size_t>(at - slots.begin());
    auto memory = Slot::Make(workspace_bytes, workload->largest_destination(), workload->most_destination_fragments());
    if (!memory) return tl::unexpected<Error>(memory.error());
    auto runner = ArmRunner::Create(engine, *policy, workload, *memory);
    if (!runner) return tl::unexpected<Error>(runner.error());
    slots_.push_back(*std::move(memory));
    made[place].emplace(*std::move(runner), header.arms[static_cast<std::size_t>(arms_[place])]);
    (void)made[place]->RunBlock(header.protocol.warmup_operations);
  }
  for (std::optional<LabRunner>& runner : made) runners_.push_back(*std::move(runner));
  return {};
}

Result<void> LabSession::Measure(const std::vector<int>& order, report::LabBlocks& blocks) {
  for (const int place : order) {
    LabRunner& runner = runners_[static_cast<std::size_t>(place)];
    const Moment before = Before();
    const std::uint64_t sum = runner.RunBlock(operations_);
    const Moment after = After();
    if (const auto ok = runner.CheckBlock(operations_, sum); !ok) return ok;
    AddBlock(arms_[static_cast<std::size_t>(place)], before, after, blocks);
  }
  return {};
}

}  // namespace firstbyte::bench
