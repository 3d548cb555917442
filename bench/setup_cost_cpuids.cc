// SPDX-License-Identifier: GPL-2.0-or-later
#include "bench/setup_cost_cpuids.h"

#include <fmt/core.h>

#include "base/number.h"
#include "bench/setup_cost_operation.h"
#include "cpuid/tracer.h"

namespace firstbyte::bench {
namespace {

// Enough that a CPUID which only some operations execute shows.
constexpr int kOperations = 8;

constexpr int kMostOperations = 1'000'000;

Result<std::int64_t> CpuidsOf(const std::string& program, const std::string& benchmark, int operations,
                              const TraceFunction& trace) {
  const auto traced = trace({program, kRunOperations, benchmark, std::to_string(operations)});
  if (!traced) return tl::unexpected<Error>(traced.error());
  if (traced->exit_status != 0 || !traced->complete())
    return InvalidError(fmt::format("The traced run of {} ended with status {}.", benchmark, traced->exit_status));
  if (traced->unwatched != 0 || traced->undecided != 0 || !traced->notes.empty()) {
    return InvalidError(fmt::format("The traced run of {} may have executed CPUIDs that were not seen{}", benchmark,
                                    traced->notes.empty() ? "." : ": " + traced->notes.front()));
  }
  return traced->total();
}

}  // namespace

Result<std::int64_t> CountCpuids(const std::string& program, const std::string& benchmark, const TraceFunction& trace) {
  const auto once = CpuidsOf(program, benchmark, kOperations, trace);
  if (!once) return tl::unexpected<Error>(once.error());
  const auto twice = CpuidsOf(program, benchmark, 2 * kOperations, trace);
  if (!twice) return tl::unexpected<Error>(twice.error());
  const std::int64_t executed = *twice - *once;
  if (executed < 0 || executed % kOperations != 0) {
    return InvalidError(fmt::format("{} further operations of {} executed {} CPUIDs, not the same number each.",
                                    kOperations, benchmark, executed));
  }
  return executed / kOperations;
}

Result<cpuid::TraceResult> TraceByBreakpoints(const std::vector<std::string>& command) {
  return cpuid::Trace(command, {});
}

Result<void> RunOperations(const engine::Catalog& catalog, const std::string& benchmark, const std::string& count) {
  const auto operations = ParseNumber<int>(count);
  if (!operations || *operations < 0 || *operations > kMostOperations)
    return UsageError(fmt::format("{} is not a number of operations.", count));
  const auto named = FindSetupCost(catalog, benchmark);
  if (!named) return tl::unexpected<Error>(named.error());
  auto cost = SetupCost::Make(named->engine, *named->operation);
  if (!cost) return tl::unexpected<Error>(cost.error());
  cost->contestant().Prepare(0);
  cost->contestant().Run(*operations);
  if (cost->failures() != 0)
    return InvalidError(fmt::format("Calls of {} ended otherwise than they should.", benchmark));
  return {};
}

}  // namespace firstbyte::bench
