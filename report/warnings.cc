// SPDX-License-Identifier: GPL-2.0-or-later
#include "report/warnings.h"

#include <fmt/core.h>

#include <algorithm>

#include "report/cells.h"
#include "report/sign_flip.h"

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
                     ArmLabel(results, row.reference), FormatPercent(row.difference->percent), row.difference->log.p)});
  });
}

void WarnOfRuns(const Results& results, Sentences& out) {
  if (results.protocol.runs < kRunsForInterval) {
    out.push_back(
        {false, fmt::format("{} cannot give a 95 % interval, so no delta is resolved; measure at least {} runs.",
                            results.protocol.runs == 1 ? "1 run" : fmt::format("{} runs", results.protocol.runs),
                            kRunsForInterval)});
  }
  const auto resumed =
      std::count_if(results.runs.begin(), results.runs.end(), [](const Run& run) { return run.processes.size() > 1; });
  if (resumed > 0) {
    out.push_back({false, fmt::format("{} of {} runs were interrupted and resumed in another process.", resumed,
                                      results.runs.size())});
  }
}

void WarnOfEstimators(const Results& results, const Comparison& comparison, Sentences& out) {
  ForEachRow(comparison, [&](const Group& group, const Row& row) {
    if (!row.difference || !row.difference->estimators_disagree) return;
    const std::string against = group.engine == group.reference_engine ? "" : " against " + group.reference_engine;
    out.push_back(
        {false,
         fmt::format(
             "{}{}: the delta of the medians, {} ns, lies outside the interval of the paired differences, {}..{} ns.",
             ArmLabel(results, row.arm), against, FormatNs(row.difference->delta_ns),
             FormatNs(row.difference->ns_interval->low), FormatNs(row.difference->ns_interval->high))});
  });
}

// An arm stands in several groups when several engines were measured; its medians are the same in each.
void WarnOfMedians(const Results& results, const Comparison& comparison, Sentences& out) {
  std::vector<bool> said(results.arms.size());
  ForEachRow(comparison, [&](const Group&, const Row& row) {
    if (!row.medians_differ || said[row.arm]) return;
    said[row.arm] = true;
    out.push_back(
        {false, fmt::format("{}: the median of all rounds, {} ns, and the median of the runs' medians, {} ns, differ "
                            "by more than 0.1 %.",
                            ArmLabel(results, row.arm), FormatNs(row.median_ns), FormatNs(row.run_median_ns))});
  });
}

}  // namespace

std::string ArmLabel(const Results& results, std::size_t arm) {
  const Arm& record = results.arms[arm];
  const bool several = std::any_of(results.arms.begin(), results.arms.end(),
                                   [&](const Arm& other) { return other.engine != record.engine; });
  return record.operation + " " + record.name + (several ? " of " + record.engine : "");
}

std::vector<Warning> Warnings(const Results& results, const Comparison& comparison) {
  Sentences sentences;
  WarnOfAccelerator(results, sentences);
  WarnOfControls(results, comparison, sentences);
  WarnOfRuns(results, sentences);
  WarnOfEstimators(results, comparison, sentences);
  WarnOfMedians(results, comparison, sentences);
  return sentences;
}

}  // namespace firstbyte::report
