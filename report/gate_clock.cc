// SPDX-License-Identifier: GPL-2.0-or-later
#include "report/gate_clock.h"

#include <fmt/core.h>

#include <utility>

namespace firstbyte::report {
namespace {

constexpr double kNoisyWall = 1.5;

// Of the runs' differences, added up over the rows.
double Scatter(const Results& results, const Comparison& comparison, const Policy& policy) {
  double sum = 0;
  for (const GateRow& row : RowsToJudge(results, comparison, policy))
    sum += row.row->difference->evidence.deviation_percent.value_or(0);
  return sum;
}

Result<GateClockChoice> AsThePolicySays(const Results& results, GateClock clock) {
  auto comparison = Compare(results, clock == GateClock::kWall ? Clock::kWall : Clock::kThreadCpu);
  if (!comparison) return tl::unexpected<Error>(comparison.error());
  return GateClockChoice{*std::move(comparison), "as the policy says"};
}

}  // namespace

Result<GateClockChoice> ChooseGateClock(const Results& results, const Policy& policy) {
  if (policy.clock != GateClock::kAuto) return AsThePolicySays(results, policy.clock);
  auto wall = Compare(results, Clock::kWall);
  if (!wall) return tl::unexpected<Error>(wall.error());
  auto cpu = Compare(results, Clock::kThreadCpu);
  if (!cpu) return GateClockChoice{*std::move(wall), "thread CPU time was not measured"};
  const double of_wall = Scatter(results, *wall, policy);
  const double of_cpu = Scatter(results, *cpu, policy);
  if (of_wall <= kNoisyWall * of_cpu)
    return GateClockChoice{*std::move(wall), "no noisier between runs than thread CPU time by more than half"};
  const std::string how_much = of_cpu > 0 ? fmt::format("{:.1f} times as much", of_wall / of_cpu) : "and the other not";
  return GateClockChoice{*std::move(cpu), "the wall clock scatters " + how_much + " between runs"};
}

}  // namespace firstbyte::report
