// SPDX-License-Identifier: GPL-2.0-or-later
#include "report/judgement.h"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <utility>

#include "report/cells.h"
#include "report/holm.h"
#include "report/sign_flip.h"
#include "report/warnings.h"

namespace firstbyte::report {
namespace {

// The wall clock of a shared machine holds what other programs took. Where it scatters so much more than the thread's
// own time, the latter decides.
constexpr double kNoisyWall = 1.5;

struct Candidate {
  const Group* group;
  const Row* row;
};

bool IsJudged(const Policy& policy, const std::string& arm) {
  if (arm == kControlArm) return false;
  return policy.arms.empty() || std::find(policy.arms.begin(), policy.arms.end(), arm) != policy.arms.end();
}

bool HasSeveralEngines(const Comparison& comparison) {
  return std::any_of(comparison.groups.begin(), comparison.groups.end(),
                     [](const Group& group) { return group.engine != group.reference_engine; });
}

// `both` against `cached` is in the report; here it would judge one arm twice.
std::vector<Candidate> RowsToJudge(const Results& results, const Comparison& comparison, const Policy& policy) {
  std::vector<Candidate> rows;
  const bool between = HasSeveralEngines(comparison);
  for (const Group& group : comparison.groups) {
    if (between != (group.engine != group.reference_engine)) continue;
    for (const Row& row : group.rows) {
      const bool against_baseline = between || results.arms[row.reference].name == kBaselineArm;
      if (row.difference && against_baseline && IsJudged(policy, results.arms[row.arm].name))
        rows.push_back({&group, &row});
    }
  }
  return rows;
}

// The mean scatter of the rows; 0 where it is not known.
double Scatter(const Results& results, const Comparison& comparison, const Policy& policy) {
  double sum = 0;
  for (const Candidate& candidate : RowsToJudge(results, comparison, policy))
    sum += candidate.row->difference->evidence.deviation_percent.value_or(0);
  return sum;
}

struct ClockChoice {
  Comparison comparison;
  std::string reason;
};

Result<ClockChoice> ChooseClock(const Results& results, const Policy& policy) {
  if (policy.clock != GateClock::kAuto) {
    const Clock clock = policy.clock == GateClock::kWall ? Clock::kWall : Clock::kThreadCpu;
    auto comparison = Compare(results, clock);
    if (!comparison) return tl::unexpected<Error>(comparison.error());
    return ClockChoice{*std::move(comparison), "as the policy says"};
  }
  auto wall = Compare(results, Clock::kWall);
  if (!wall) return tl::unexpected<Error>(wall.error());
  auto cpu = Compare(results, Clock::kThreadCpu);
  if (!cpu) return ClockChoice{*std::move(wall), "thread CPU time was not measured"};
  const double of_wall = Scatter(results, *wall, policy);
  const double of_cpu = Scatter(results, *cpu, policy);
  if (of_wall > kNoisyWall * of_cpu) {
    return ClockChoice{*std::move(cpu), fmt::format("the wall clock scatters {:.1f} times as much between runs",
                                                    of_cpu > 0 ? of_wall / of_cpu : 0)};
  }
  return ClockChoice{*std::move(wall), "no noisier between runs than thread CPU time by more than half"};
}

// What the control of the reference shows, as far from 0 as its estimate.
double ControlPercent(const Results& results, const Comparison& comparison, const Candidate& candidate) {
  double most = 0;
  for (const Group& group : comparison.groups) {
    if (group.operation != candidate.group->operation) continue;
    for (const Row& row : group.rows) {
      if (row.difference && results.arms[row.arm].name == kControlArm)
        most = std::max(most, std::abs(LogDifferenceToPercent(row.difference->log.mean)));
    }
  }
  return most;
}

Interval Negated(const Interval& log) { return {-LogDifferenceToPercent(log.high), -LogDifferenceToPercent(log.low)}; }

GateVerdict VerdictOf(const RowJudgement& row, double alpha) {
  if (row.same_code) return GateVerdict::kEquivalent;
  if (!row.interval_percent) return GateVerdict::kInconclusive;
  const Interval& interval = *row.interval_percent;
  const bool distinct = row.adjusted_p < alpha;
  if (distinct && interval.low > 0 && row.change_percent >= row.margin_percent) return GateVerdict::kRegressed;
  if (distinct && interval.high < 0 && row.change_percent <= -row.margin_percent) return GateVerdict::kImproved;
  if (interval.low > -row.margin_percent && interval.high < row.margin_percent) return GateVerdict::kEquivalent;
  return GateVerdict::kInconclusive;
}

std::string Signed(double percent) { return fmt::format("{:+.1f} %", percent); }

std::string SentenceOf(const RowJudgement& row, const Look& look) {
  const std::string name = row.engine == row.reference_engine
                               ? fmt::format("{} against the baseline", row.row)
                               : fmt::format("{} of {} against that of {}", row.row, row.engine, row.reference_engine);
  if (row.same_code)
    return fmt::format("{}: the same code, so nothing changed; seen was {} of time.", name, Signed(row.change_percent));
  if (!row.interval_percent) return fmt::format("{}: {} runs give no interval.", name, look.runs);
  const std::string seen =
      fmt::format("{}: time {} ({:g} % interval {} to {})", name, Signed(row.change_percent), 100 * (1 - look.alpha),
                  Signed(row.interval_percent->low), Signed(row.interval_percent->high));
  const std::string margin = fmt::format("{:g} %", row.margin_percent);
  switch (row.verdict) {
    case GateVerdict::kRegressed:
      return seen + "; slower by the margin of " + margin + " or more.";
    case GateVerdict::kImproved:
      return seen + "; faster by the margin of " + margin + " or more.";
    case GateVerdict::kEquivalent:
      return seen + "; within the margin of " + margin + ".";
    case GateVerdict::kInconclusive:
    case GateVerdict::kInvalid:
      break;
  }
  return seen + "; neither inside nor clearly beyond the margin of " + margin + ".";
}

Result<RowJudgement> JudgeRow(const Results& results, const Comparison& comparison, const Candidate& candidate,
                              const Policy& policy, const Look& look) {
  const Arm& arm = results.arms[candidate.row->arm];
  const auto margin = MarginOf(policy, arm.operation, arm.name);
  if (!margin) return InvalidError(fmt::format("The policy has no margin for {} {}.", arm.operation, arm.name));
  const Difference& difference = *candidate.row->difference;
  const SignFlip test = TestSignFlip(difference.run_logs, look.alpha);
  RowJudgement row;
  row.row = arm.operation + " " + arm.name;
  row.engine = candidate.group->engine;
  row.reference_engine = candidate.group->reference_engine;
  row.change_percent = -LogDifferenceToPercent(test.mean);
  if (test.interval) row.interval_percent = Negated(*test.interval);
  row.p = test.p;
  const double control = ControlPercent(results, comparison, candidate);
  row.margin_percent = std::max(*margin, control);
  row.margin_raised = control > *margin;
  row.same_code = difference.verdict == Verdict::kSameCode;
  row.detectable_percent = difference.evidence.detectable_percent;
  return row;
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

// Why nothing can be judged; empty if it can.
std::string Invalidity(const Results& results, const Comparison& comparison, const Policy& policy,
                       const std::optional<Look>& look) {
  for (const Warning& warning : Warnings(results, comparison)) {
    if (warning.serious) return warning.sentence;
  }
  if (comparison.control_rows == 0) return "There is no A/A arm, so nobody knows what this machine makes of no change.";
  if (!look)
    return fmt::format("The policy plans to look after {} runs, and these results have {}.", PlannedRuns(policy),
                       results.protocol.runs);
  if (RunsForInterval(look->alpha) > look->runs)
    return fmt::format("{} runs give no interval at {:g} %; it needs {}.", look->runs, 100 * (1 - look->alpha),
                       RunsForInterval(look->alpha));
  return "";
}

std::optional<Look> NextLook(const Policy& policy, int runs) {
  for (const Look& look : policy.looks) {
    if (look.runs > runs) return look;
  }
  return {};
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
    return open + ", and the last planned look is done: the margin is finer than this machine can tell.";
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

}  // namespace

Result<Judgement> Judge(const Results& results, const Policy& policy) {
  auto choice = ChooseClock(results, policy);
  if (!choice) return tl::unexpected<Error>(choice.error());
  const Comparison& comparison = choice->comparison;
  Judgement judgement;
  judgement.clock = comparison.clock;
  judgement.clock_name = comparison.clock_name;
  judgement.clock_reason = choice->reason;
  const auto look = LookAt(policy, results.protocol.runs);
  judgement.sentence = Invalidity(results, comparison, policy, look);
  if (!judgement.sentence.empty()) return judgement;
  judgement.look = *look;
  judgement.next_look = NextLook(policy, look->runs);
  for (const Candidate& candidate : RowsToJudge(results, comparison, policy)) {
    auto row = JudgeRow(results, comparison, candidate, policy, *look);
    if (!row) return tl::unexpected<Error>(row.error());
    judgement.rows.push_back(*std::move(row));
  }
  if (judgement.rows.empty()) {
    judgement.sentence = "There is no arm to judge: none was measured that the policy names.";
    return judgement;
  }
  AdjustP(judgement.rows);
  for (RowJudgement& row : judgement.rows) {
    row.verdict = VerdictOf(row, look->alpha);
    row.sentence = SentenceOf(row, *look);
  }
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
