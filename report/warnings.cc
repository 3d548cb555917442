// SPDX-License-Identifier: GPL-2.0-or-later
#include "report/warnings.h"

#include <fmt/core.h>
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <set>

#include "report/cells.h"
#include "report/counts.h"
#include "report/sign_flip.h"
#include "report/text.h"

namespace firstbyte::report {
namespace {

using Sentences = std::vector<Warning>;

// Calls visit(group, row) for every row of every group.
void ForEachRow(const Comparison& comparison, auto visit) {
  for (const Group& group : comparison.groups) {
    for (const Row& row : group.rows) visit(group, row);
  }
}

void WarnOfAccelerator(const Results& results, Sentences& out) {
  if (results.context.accel == "tcg") {
    out.push_back(
        {true, "The CPU was emulated (TCG): these times say nothing about a real one and compare with nothing else."});
  }
}

void WarnOfControls(const Results& results, const Comparison& comparison, Sentences& out) {
  if (comparison.control_rows == 0) {
    out.push_back({false, "No A/A arm was measured, so nothing here shows what two equal arms would differ by."});
  }
  ForEachRow(comparison, [&](const Group&, const Row& row) {
    if (!row.difference || row.difference->verdict != Verdict::kControlFailed) return;
    out.push_back(
        {true,
         fmt::format("The A/A control of {} FAILED: two copies of the baseline differ by {} (p = {:.2g}), so trust no "
                     "delta of that size.",
                     ArmLabel(results, row.reference), FormatPercent(std::abs(PairedPercent(*row.difference))),
                     row.difference->log.p)});
  });
}

void WarnOfRuns(const Results& results, Sentences& out) {
  if (results.protocol.runs < kRunsForInterval) {
    out.push_back(
        {false, fmt::format("{} cannot give a 95 % interval, so no delta is resolved; measure at least {} runs.",
                            results.protocol.runs == 1 ? "1 run" : fmt::format("{} runs", results.protocol.runs),
                            kRunsForInterval)});
  }
  if (const auto before = results.protocol.extended_from_runs) {
    out.push_back(
        {false, fmt::format("Extended from {} to {} runs: whoever looked at the first {} must test at less than "
                            "5 % now, as `gate` does at each planned look.",
                            *before, results.protocol.runs, *before)});
  }
  const auto resumed =
      std::count_if(results.runs.begin(), results.runs.end(), [](const Run& run) { return run.processes.size() > 1; });
  if (resumed > 0) {
    out.push_back({false, fmt::format("{} of {} runs were interrupted and resumed in another process.", resumed,
                                      results.runs.size())});
  }
}

// "a, b and c" would be read as prose; these lists are read as data.
std::string Join(const auto& items) { return fmt::format("{}", fmt::join(items, "; ")); }

void WarnOfChanges(const Results& results, Sentences& out) {
  std::set<std::string> changes;
  for (const Run& run : results.runs) {
    for (const Process& process : run.processes) {
      for (const EnvironmentCheck& check : process.changed_conditions)
        changes.insert(fmt::format("{}: {}", check.name, check.value));
    }
  }
  if (changes.empty()) return;
  out.push_back({false, "After it was resumed or extended, it was measured under other conditions than those shown: " +
                            Join(changes) + "."});
}

// One sentence for all rows: on a noisy machine there are many.
void WarnOfEstimators(const Results& results, const Comparison& comparison, Sentences& out) {
  std::vector<std::string> rows;
  ForEachRow(comparison, [&](const Group& group, const Row& row) {
    if (!row.difference || !row.difference->estimators_disagree) return;
    const std::string against = group.engine == group.reference_engine ? "" : " against " + group.reference_engine;
    rows.push_back(fmt::format("{}{}", RowLabel(results, row), against));
  });
  if (rows.empty()) return;
  out.push_back({false,
                 "The delta of the medians lies outside the interval of the paired differences, of which believe the "
                 "interval: " +
                     Join(rows) + "."});
}

// How far the median of the runs' medians lies from that of all rounds, in percent of the latter.
double MediansApart(const Row& row) { return std::abs(DeltaPercent(row.median_ns, row.run_median_ns)); }

// An arm stands in several rows and groups; its medians are the same in each. Only the worst is named: on a shared
// machine most differ by a little.
void WarnOfMedians(const Results& results, const Comparison& comparison, Sentences& out) {
  std::set<std::size_t> arms;
  Row worst;
  ForEachRow(comparison, [&](const Group&, const Row& row) {
    if (!row.medians_differ) return;
    if (arms.empty() || MediansApart(row) > MediansApart(worst)) worst = row;
    arms.insert(row.arm);
  });
  if (arms.empty()) return;
  out.push_back(
      {false, fmt::format("The runs disagree: in {} of {} arms the median of their medians differs by more than "
                          "0.1 % from that of all rounds, most in {}, by {}.",
                          arms.size(), results.arms.size(), ArmLabel(results, worst.arm),
                          FormatPercent(MediansApart(worst)))});
}

// Wall time includes what others did meanwhile. Above this share it is what the tables show, and not the arms.
constexpr double kMostLostTime = 0.02;

void WarnOfLostTime(const Results& results, const Comparison& comparison, Sentences& out) {
  if (comparison.clock != Clock::kWall) return;
  double wall_ns = 0;
  double cpu_ns = 0;
  for (const Run& run : results.runs) {
    for (const Round& round : run.rounds) {
      for (const Sample& sample : round.samples) {
        if (!sample.cpu_ns) continue;
        wall_ns += static_cast<double>(sample.wall_ns);
        cpu_ns += static_cast<double>(*sample.cpu_ns);
      }
    }
  }
  if (wall_ns <= 0 || cpu_ns >= (1 - kMostLostTime) * wall_ns) return;
  out.push_back({false, fmt::format("The measuring thread had the CPU for only {} of the wall time; --clock=cpu (of a "
                                    "gate: its policy's clock) shows its own time.",
                                    FormatPercent(100 * cpu_ns / wall_ns))});
}

void WarnOfRoundsWithoutClock(const Results& results, const Comparison& comparison, Sentences& out) {
  std::size_t all = 0;
  std::ptrdiff_t without = 0;
  for (const Run& run : results.runs) {
    all += run.rounds.size();
    without += std::count_if(run.rounds.begin(), run.rounds.end(),
                             [&](const Round& round) { return !HasClock(round, comparison.clock); });
  }
  if (without == 0) return;
  out.push_back({false, fmt::format("{} of {} rounds are not in these tables, for lack of thread CPU time: {}", without,
                                    all, Printable(results.not_measured.at("cpu_ns")))});
}

// As perf/counters.h marks them: below, what was not seen need not be like what was.
constexpr std::int64_t kLeastPermille = 900;

void WarnOfSharedCounters(const Results& results, Sentences& out) {
  const CountCoverage coverage = CoverageOf(results);
  if (coverage.counted == 0 || coverage.least_permille >= kLeastPermille) return;
  out.push_back({false, fmt::format("In some block the CPU's counters ran for only {} of the time, as others had them: "
                                    "instructions and cycles are estimates there.",
                                    FormatPercent(static_cast<double>(coverage.least_permille) / 10))});
}

}  // namespace

std::string ArmLabel(const Results& results, std::size_t arm) {
  Row row;
  row.arm = row.reference = arm;
  return RowLabel(results, row);
}

std::string RowLabel(const Results& results, const Row& row) {
  const Arm& record = results.arms[row.arm];
  const bool several = std::any_of(results.arms.begin(), results.arms.end(),
                                   [&](const Arm& other) { return other.engine != record.engine; });
  return record.operation + " " + RowName(results, row) + (several ? " of " + record.engine : "");
}

std::vector<Warning> Warnings(const Results& results, const Comparison& comparison) {
  Sentences sentences;
  WarnOfAccelerator(results, sentences);
  WarnOfControls(results, comparison, sentences);
  WarnOfRuns(results, sentences);
  WarnOfChanges(results, sentences);
  WarnOfLostTime(results, comparison, sentences);
  WarnOfRoundsWithoutClock(results, comparison, sentences);
  WarnOfSharedCounters(results, sentences);
  WarnOfEstimators(results, comparison, sentences);
  WarnOfMedians(results, comparison, sentences);
  return sentences;
}

}  // namespace firstbyte::report
