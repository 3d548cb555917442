// SPDX-License-Identifier: GPL-2.0-or-later
// How much a difference between two arms can be trusted, beside its interval: how far the runs scatter, what
// difference they could have shown, what rounds say on their own, and what is left without rounds that were disturbed.
//
// From d(r, k) = ln(reference) - ln(arm) of round k of run r, in percent of the reference; positive: the arm is faster.
// None of it is a verdict: that belongs to the runs (report/sign_flip.h).
#ifndef FIRSTBYTE_REPORT_EVIDENCE_H_
#define FIRSTBYTE_REPORT_EVIDENCE_H_

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include "report/results.h"
#include "report/round_means.h"
#include "report/variance_components.h"

namespace firstbyte::report {

struct Evidence {
  // Of the runs' D(r): their standard deviation, in percent of a logarithm, and the slow-down that so many runs
  // find in four of five measurements (report/student.h). Nothing for one run.
  std::optional<double> deviation_percent;
  std::optional<double> detectable_percent;
  // Of d(r, k), in squares of a percent.
  std::optional<VarianceComponents> variance;
  // Within a process rounds are not independent, so this says what happened in these processes and nothing about the
  // next.
  std::int64_t rounds_faster = 0;
  std::int64_t rounds_slower = 0;
  double sign_test_p = 1;
  // Rounds in which one of the two was disturbed, and the estimate without them; nothing where a run has no others.
  std::int64_t disturbed_rounds = 0;
  std::optional<double> undisturbed_percent;
  std::optional<double> moved_points;  // how far it lies from the estimate of all rounds, in percentage points
};

// What interrupts a block of a round: a context switch that it did not ask for, a migration, a major fault, or time
// stolen by the hypervisor.
struct Disturbance {
  std::optional<std::int64_t> Sample::*count;
  const char* field;  // of the results, where the reason stands if it was not counted
  const char* name;
};
inline constexpr std::array<Disturbance, 4> kDisturbances = {{
    {&Sample::involuntary_switches, "involuntary_switches", "involuntary switches"},
    {&Sample::migrations, "migrations", "migrations"},
    {&Sample::major_faults, "major_faults", "major faults"},
    {&Sample::steal_ticks, "steal_ticks", "steal"},
}};

// disturbed[run][round]: whether the arm's block of the round was interrupted, as far as that was counted. In the order
// of CollectMeans().
using Disturbed = std::vector<std::vector<bool>>;
std::vector<Disturbed> CollectDisturbed(const Results& results, Clock clock);

Evidence Weigh(const Means& reference, const Means& arm, const Disturbed& reference_disturbed,
               const Disturbed& arm_disturbed);

}  // namespace firstbyte::report

#endif  // FIRSTBYTE_REPORT_EVIDENCE_H_
