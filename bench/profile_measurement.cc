// SPDX-License-Identifier: GPL-2.0-or-later
#include "bench/profile_measurement.h"

#include <fmt/core.h>

#include <algorithm>
#include <ctime>
#include <numeric>
#include <utility>

#include "base/clock.h"
#include "bench/arm.h"
#include "bench/code_map.h"
#include "bench/profile_stacks.h"
#include "bench/session.h"
#include "cpuid/stack_copy.h"
#include "workspace/request.h"

namespace firstbyte::bench {
namespace {

constexpr double kBlockNs = 10e6;
constexpr std::size_t kShareOfRing = 4;
constexpr std::int64_t kTrialOperations = 200;
constexpr std::int64_t kBlocksPerPlainOne = 5;
// A request of zstd reaches some 2 KiB down from its caller; what is above that is cut off.
constexpr std::size_t kStackBytes = 8192;

perf::SamplerOptions OptionsFor(const ProfileOptions& options) {
  perf::SamplerOptions sampling;
  sampling.period_ns = static_cast<std::uint64_t>(options.period_ns);
  sampling.hardware = true;
  sampling.stack_bytes = kStackBytes;
  sampling.root = options.root;
  return sampling;
}

// CPU time of a block.
Result<std::int64_t> TimeBlock(ArmRunner& runner, std::int64_t operations, const ProfileSystem& system) {
  const std::int64_t start = system.cpu_ns();
  const std::uint64_t sum = runner.RunBlock(operations);
  const std::int64_t used = system.cpu_ns() - start;
  if (const auto ok = runner.CheckBlock(operations, sum); !ok) return tl::unexpected<Error>(ok.error());
  return used;
}

// Enabled as short as can be: what this loop does is nobody's.
Result<std::int64_t> SampleBlock(perf::Sampler& sampler, ArmRunner& runner, std::int64_t operations,
                                 const ProfileSystem& system) {
  if (const auto ok = sampler.Enable(); !ok) return tl::unexpected<Error>(ok.error());
  auto used = TimeBlock(runner, operations, system);
  if (const auto ok = sampler.Disable(); !ok) return tl::unexpected<Error>(ok.error());
  sampler.Drain();
  return used;
}

// Sampled and not, in turns, so that a change of the machine meets both.
struct BlockTimes {
  std::int64_t sampled_ns = 0;
  std::int64_t sampled = 0;
  std::int64_t plain_ns = 0;
  std::int64_t plain = 0;

  std::optional<double> Slowdown() const {
    if (plain_ns <= 0 || sampled == 0) return std::nullopt;
    return static_cast<double>(sampled_ns) / static_cast<double>(sampled) /
           (static_cast<double>(plain_ns) / static_cast<double>(plain));
  }
};

Result<void> RunNextBlock(perf::Sampler& sampler, ArmRunner& runner, std::int64_t operations,
                          const ProfileSystem& system, BlockTimes& times) {
  const bool plain = (times.sampled + times.plain) % kBlocksPerPlainOne == kBlocksPerPlainOne - 1;
  const auto used = plain ? TimeBlock(runner, operations, system) : SampleBlock(sampler, runner, operations, system);
  if (!used) return tl::unexpected<Error>(used.error());
  (plain ? times.plain_ns : times.sampled_ns) += *used;
  ++(plain ? times.plain : times.sampled);
  return {};
}

std::uint64_t RequestFunctionOf(const report::Arm& arm) {
  // Both names were made by MakeArms().
  const auto function = workspace::SelectRequest(*OperationByName(arm.operation), *PolicyByName(arm.policy));
  return reinterpret_cast<std::uintptr_t>(function);
}

report::ProfileArm Account(const report::Arm& arm, const SampledBlocks& blocks) {
  const perf::SampleAccount& account = blocks.report.account;
  report::ProfileArm profile;
  profile.arm = arm;
  profile.requests = blocks.requests;
  profile.slowdown = blocks.slowdown;
  profile.running_ns = static_cast<std::int64_t>(blocks.report.running_ns);
  profile.samples = static_cast<std::int64_t>(account.samples);
  profile.expected = static_cast<std::int64_t>(blocks.report.expected);
  // The kernel's own count also has those that no record speaks of.
  profile.lost = static_cast<std::int64_t>(std::max(account.lost, blocks.report.lost.value_or(0)));
  profile.throttles = static_cast<std::int64_t>(account.throttles);
  profile.throttled_ns = static_cast<std::int64_t>(account.throttled_ns);
  profile.broken = static_cast<std::int64_t>(account.broken);
  return profile;
}

// One sentence says for all arms what was sampled, and shares by different events are not alike.
Result<void> TakeEvent(const SampledBlocks& blocks, report::ProfileResults& results) {
  if (!results.arms.empty() && results.event != blocks.event) {
    return InvalidError(
        fmt::format("{} was sampled by {}, and what follows it by {}: something else took or left the hardware's "
                    "counters in between; "
                    "profile again.",
                    results.arms.back().arm.name, results.event, blocks.event));
  }
  results.event = blocks.event;
  results.note = blocks.note;
  return {};
}

// Of one arm of the header, behind those that are in `results` already.
Result<void> ProfileOneArm(ArmRunner& runner, const report::Arm& arm, const ProfileOptions& options,
                           const ProfileSystem& system, CodeMap& code, const StackTally::Walk& walk,
                           const std::function<Result<void>(std::int64_t)>& progress, report::ProfileResults& results) {
  const auto blocks = SampleBlocks(runner, options, system, progress);
  if (!blocks) return tl::unexpected<Error>(blocks.error());
  if (const auto same = TakeEvent(*blocks, results); !same) return same;
  StackTally tally(code, walk, RequestFunctionOf(arm), arm.operation + "_request");
  for (const perf::Sample& sample : blocks->samples) tally.Add(sample);
  results.arms.push_back(Account(arm, *blocks));
  results.arms.back().stacks = tally.Stacks();
  return {};
}

}  // namespace

ProfileSystem SystemForProfile() {
  return {KernelPerfCalls(), [] { return ReadClockNs(CLOCK_THREAD_CPUTIME_ID); }};
}

Result<void> CheckSampling(const ProfileOptions& options, const ProfileSystem& system) {
  const auto sampler = perf::Sampler::Open(system.calls, OptionsFor(options));
  if (!sampler) return tl::unexpected<Error>(sampler.error());
  return {};
}

std::int64_t BlockOperations(double request_ns, std::int64_t period_ns, std::size_t room) {
  const std::size_t samples = room / kShareOfRing;
  const double ring_ns = static_cast<double>(samples) * static_cast<double>(period_ns);
  const double operations = std::min(kBlockNs, ring_ns) / std::max(request_ns, 1.0);
  return std::max<std::int64_t>(1, static_cast<std::int64_t>(operations));
}

Result<SampledBlocks> SampleBlocks(ArmRunner& runner, const ProfileOptions& options, const ProfileSystem& system,
                                   const std::function<Result<void>(std::int64_t)>& progress) {
  auto sampler = perf::Sampler::Open(system.calls, OptionsFor(options));
  if (!sampler) return tl::unexpected<Error>(sampler.error());
  const auto trial_ns = TimeBlock(runner, kTrialOperations, system);
  if (!trial_ns) return tl::unexpected<Error>(trial_ns.error());
  const double request_ns = static_cast<double>(*trial_ns) / kTrialOperations;
  const std::int64_t operations = BlockOperations(request_ns, options.period_ns, sampler->room());
  SampledBlocks blocks;
  BlockTimes times;
  for (std::int64_t used = 0; used < options.cpu_ns_per_arm;) {
    if (const auto ok = RunNextBlock(*sampler, runner, operations, system, times); !ok)
      return tl::unexpected<Error>(ok.error());
    used = times.sampled_ns;
    if (const auto told = progress(std::min(used, options.cpu_ns_per_arm)); !told)
      return tl::unexpected<Error>(told.error());
  }
  blocks.requests = times.sampled * operations;
  blocks.slowdown = times.Slowdown();
  auto report = sampler->Report();
  if (!report) return tl::unexpected<Error>(report.error());
  blocks.report = *report;
  blocks.samples = sampler->TakeSamples();
  blocks.event = sampler->event();
  blocks.note = sampler->note();
  return blocks;
}

Result<report::ProfileResults> MeasureProfile(const report::Results& header, const engine::Catalog& catalog,
                                              const std::vector<Bytes>& pages, const ProfileOptions& options,
                                              const ProfileSystem& system,
                                              const std::function<Result<void>(std::int64_t, std::int64_t)>& progress) {
  std::vector<int> slots(header.arms.size());
  std::iota(slots.begin(), slots.end(), 0);
  auto session = Session::Prepare(header, catalog, pages, slots);
  if (!session) return tl::unexpected<Error>(session.error());
  // After the engines were loaded: it knows what is mapped now.
  CodeMap code = CodeMap::OfThisProcess();
  auto unwinder = cpuid::StackUnwinder::OfThisProcess();
  if (!unwinder) return tl::unexpected<Error>(unwinder.error());
  const StackTally::Walk walk = [&](const perf::Sample& sample) { return unwinder->Walk(CopyOf(sample)); };
  const auto total = options.cpu_ns_per_arm * static_cast<std::int64_t>(header.arms.size());
  report::ProfileResults results;
  results.period_ns = options.period_ns;
  for (std::size_t i = 0; i < header.arms.size(); ++i) {
    const std::int64_t done = options.cpu_ns_per_arm * static_cast<std::int64_t>(i);
    const auto profiled = ProfileOneArm(
        session->runner(i), header.arms[i], options, system, code, walk,
        [&](std::int64_t cpu_ns) { return progress(done + cpu_ns, total); }, results);
    if (!profiled) return tl::unexpected<Error>(profiled.error());
  }
  return results;
}

}  // namespace firstbyte::bench
