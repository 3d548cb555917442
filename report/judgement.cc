// SPDX-License-Identifier: GPL-2.0-or-later
#include "report/judgement.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <string>
#include <utility>
#include <vector>

#include "report/cells.h"
#include "report/evidence.h"
#include "report/gate_clock.h"
#include "report/gate_rows.h"
#include "report/holm.h"
#include "report/judgeable.h"
#include "report/sign_flip.h"
#include "report/student.h"

namespace firstbyte::report {
namespace {

constexpr double kPercent = 100;

// What a copy of the baseline seems to cost: the estimate of the operation's control that is farthest from 0.
double ControlPercent(const Results& results, const Comparison& comparison, const std::string& operation) {
  double most = 0;
  for (const GateRow& control : ControlsOf(results, comparison, operation))
    most = std::max(most, std::abs(PairedPercent(*control.row->difference)));
  return most;
}

Interval Change(const Interval& log) { return {-LogDifferenceToPercent(log.high), -LogDifferenceToPercent(log.low)}; }

// Whoever says "regressed" must be sure that it is more than what no change looks like here; whoever says "equivalent"
// must be sure of the margin that was asked for.
GateVerdict VerdictOf(const RowJudgement& row, double alpha) {
  if (row.same_code) return GateVerdict::kEquivalent;
  if (!row.interval_percent) return GateVerdict::kInconclusive;
  const Interval& interval = *row.interval_percent;
  const bool distinct = row.adjusted_p < alpha;
  const double notable = std::max(row.margin_percent, row.control_percent);
  if (distinct && interval.low > 0 && row.change_percent >= notable) return GateVerdict::kRegressed;
  if (distinct && interval.high < 0 && row.change_percent <= -notable) return GateVerdict::kImproved;
  if (interval.low > -row.margin_percent && interval.high < row.margin_percent) return GateVerdict::kEquivalent;
  return GateVerdict::kInconclusive;
}

// Why a row is open.
enum class Open {
  kControl,     // no change at all looks like more than the margin
  kScatter,     // even of no change the interval would not lie within the margin
  kNearMargin,  // it would, but the change is about as large as the margin
};

Open WhyOpen(const RowJudgement& row) {
  if (row.control_percent > row.margin_percent) return Open::kControl;
  const auto& interval = row.interval_percent;
  if (!interval || interval->high - interval->low >= 2 * row.margin_percent) return Open::kScatter;
  return Open::kNearMargin;
}

std::string Meaning(const RowJudgement& row) {
  const std::string margin = fmt::format("the margin of {:g}%", row.margin_percent);
  switch (row.verdict) {
    case GateVerdict::kRegressed:
      return "slower by " + margin + " or more";
    case GateVerdict::kImproved:
      return "faster by " + margin + " or more";
    case GateVerdict::kEquivalent:
      return "within " + margin;
    case GateVerdict::kInconclusive:
    case GateVerdict::kInvalid:
      break;
  }
  switch (WhyOpen(row)) {
    case Open::kControl:
      return fmt::format("the A/A control shows {} without any change, which is more than {}",
                         FormatPercent(row.control_percent), margin);
    case Open::kScatter:
      return "the interval is too wide for " + margin;
    case Open::kNearMargin:
      break;
  }
  return "neither inside nor clearly beyond " + margin;
}

std::string DescribeRow(const RowJudgement& row, const Look& look) {
  const std::string name = row.engine == row.reference_engine
                               ? fmt::format("{} against the baseline", row.row)
                               : fmt::format("{} of {} against that of {}", row.row, row.engine, row.reference_engine);
  if (row.same_code)
    return fmt::format("{}: the same code, so nothing changed; seen was {} of time.", name,
                       FormatChange(row.change_percent));
  return fmt::format("{}: time {} ({:g} % interval {} to {}); {}.", name, FormatChange(row.change_percent),
                     kPercent * (1 - look.alpha), FormatChange(row.interval_percent->low),
                     FormatChange(row.interval_percent->high), Meaning(row));
}

Result<RowJudgement> JudgeRow(const Results& results, const Comparison& comparison, const GateRow& gate_row,
                              const Policy& policy, const Look& look) {
  const Arm& arm = results.arms[gate_row.row->arm];
  const auto margin = MarginOf(policy, arm.operation, arm.name);
  if (!margin) return InvalidError(fmt::format("The policy has no margin for {} {}.", arm.operation, arm.name));
  const Difference& difference = *gate_row.row->difference;
  const SignFlip test = TestSignFlip(difference.run_logs, look.alpha);
  RowJudgement row;
  row.row = arm.operation + " " + arm.name;
  row.engine = gate_row.group->engine;
  row.reference_engine = gate_row.group->reference_engine;
  row.change_percent = -LogDifferenceToPercent(test.mean);
  if (test.interval) row.interval_percent = Change(*test.interval);
  row.p = test.p;
  row.margin_percent = *margin;
  row.same_code = difference.verdict == Verdict::kSameCode;
  row.control_percent = ControlPercent(results, comparison, arm.operation);
  if (const auto& deviation = difference.evidence.deviation_percent)
    row.detectable_percent = DetectablePercent(*deviation, look.runs, look.alpha);
  return row;
}

std::optional<Look> NextLook(const Policy& policy, int runs) {
  for (const Look& look : policy.looks) {
    if (look.runs > runs) return look;
  }
  return {};
}

// Of the rows that are open after the last look.
std::string WhyStillOpen(const std::vector<RowJudgement>& rows) {
  constexpr std::pair<Open, const char*> kReasons[] = {
      {Open::kControl, "the A/A control shows more than the margin without any change"},
      {Open::kScatter, "the margin is finer than this machine can tell"},
      {Open::kNearMargin, "the change is about as large as the margin"}};
  std::vector<std::string> parts;
  for (const auto& [why, text] : kReasons) {
    const auto count = std::count_if(rows.begin(), rows.end(), [why = why](const RowJudgement& row) {
      return row.verdict == GateVerdict::kInconclusive && WhyOpen(row) == why;
    });
    if (count > 0) parts.push_back(fmt::format("of {} {}", count, text));
  }
  return fmt::format("{}", fmt::join(parts, "; "));
}

std::string Overall(const Judgement& judgement) {
  const auto count = [&](GateVerdict verdict) {
    return std::count_if(judgement.rows.begin(), judgement.rows.end(),
                         [verdict](const RowJudgement& row) { return row.verdict == verdict; });
  };
  const auto rows = judgement.rows.size();
  if (judgement.verdict == GateVerdict::kRegressed)
    return fmt::format("{} of {} rows regressed.", count(GateVerdict::kRegressed), rows);
  if (judgement.verdict == GateVerdict::kInconclusive) {
    const std::string open = fmt::format("{} of {} rows are open", count(GateVerdict::kInconclusive), rows);
    if (judgement.next_look)
      return fmt::format("{}; go on to {} runs, the next planned look.", open, judgement.next_look->runs);
    return fmt::format("{}, and the last planned look is done: {}.", open, WhyStillOpen(judgement.rows));
  }
  const auto same = std::count_if(judgement.rows.begin(), judgement.rows.end(),
                                  [](const RowJudgement& row) { return row.same_code; });
  return fmt::format("{} rows passed: {} equivalent{}, {} improved.", rows, count(GateVerdict::kEquivalent),
                     same == 0 ? "" : fmt::format(" ({} of them the same code)", same), count(GateVerdict::kImproved));
}

GateVerdict Worst(const std::vector<RowJudgement>& rows) {
  const auto any = [&](GateVerdict verdict) {
    return std::any_of(rows.begin(), rows.end(), [verdict](const RowJudgement& row) { return row.verdict == verdict; });
  };
  if (any(GateVerdict::kRegressed)) return GateVerdict::kRegressed;
  if (any(GateVerdict::kInconclusive)) return GateVerdict::kInconclusive;
  return any(GateVerdict::kImproved) ? GateVerdict::kImproved : GateVerdict::kEquivalent;
}

// Of the rows that test something; where the code is the same there is nothing to test.
void AdjustP(std::vector<RowJudgement>& rows) {
  std::vector<double> p;
  for (const RowJudgement& row : rows) {
    if (!row.same_code) p.push_back(row.p);
  }
  const std::vector<double> adjusted = HolmAdjusted(p);
  auto next = adjusted.begin();
  for (RowJudgement& row : rows) row.adjusted_p = row.same_code ? row.p : *next++;
}

Result<void> JudgeRows(const Results& results, const Comparison& comparison, const Policy& policy,
                       const std::vector<GateRow>& rows, Judgement& judgement) {
  for (const GateRow& gate_row : rows) {
    auto row = JudgeRow(results, comparison, gate_row, policy, judgement.look);
    if (!row) return tl::unexpected<Error>(row.error());
    judgement.rows.push_back(*std::move(row));
  }
  AdjustP(judgement.rows);
  for (RowJudgement& row : judgement.rows) {
    row.verdict = VerdictOf(row, judgement.look.alpha);
    row.sentence = DescribeRow(row, judgement.look);
  }
  return {};
}

}  // namespace

Result<Judgement> Judge(const Results& results, const Policy& policy, const NamedCalibration* calibration) {
  const auto choice = ChooseGateClock(results, policy);
  if (!choice) return tl::unexpected<Error>(choice.error());
  const Comparison& comparison = choice->comparison;
  Judgement judgement;
  judgement.clock = comparison.clock;
  judgement.clock_name = comparison.clock_name;
  judgement.clock_reason = choice->reason;
  const std::vector<GateRow> rows = RowsToJudge(results, comparison, policy);
  if (calibration != nullptr)
    judgement.calibration = UseCalibration(*calibration, results, policy, comparison.clock, rows);
  judgement.warnings = Warnings(results, comparison);
  judgement.sentence = WhyNotJudged(results, comparison, policy, rows, judgement.warnings, judgement.calibration);
  // What is the sentence is not said twice.
  std::erase_if(judgement.warnings, [&](const Warning& warning) { return warning.sentence == judgement.sentence; });
  if (!judgement.sentence.empty()) return judgement;
  judgement.look = *LookAt(policy, results.protocol.runs);
  judgement.next_look = NextLook(policy, judgement.look.runs);
  if (const auto judged = JudgeRows(results, comparison, policy, rows, judgement); !judged)
    return tl::unexpected<Error>(judged.error());
  judgement.verdict = Worst(judgement.rows);
  judgement.sentence = Overall(judgement);
  return judgement;
}

std::string GateVerdictName(GateVerdict verdict) {
  switch (verdict) {
    case GateVerdict::kEquivalent:
      return "equivalent";
    case GateVerdict::kImproved:
      return "improved";
    case GateVerdict::kRegressed:
      return "regressed";
    case GateVerdict::kInconclusive:
      return "inconclusive";
    case GateVerdict::kInvalid:
      return "invalid";
  }
  return "unknown";
}

}  // namespace firstbyte::report
