// SPDX-License-Identifier: GPL-2.0-or-later
#include "report/comparison.h"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <utility>

#include "base/median.h"
#include "report/cells.h"
#include "report/same_code.h"
#include "report/validate.h"

namespace firstbyte::report {
namespace {

// The chance that a measurement with nothing wrong fails its A/A control, over all its controls together. A threshold
// of 5 % for each row would cry wolf in one measurement of ten that has a compress and a decompress control; one in a
// hundred is rare enough that a failure is worth a new measurement.
constexpr double kControlFamilyError = 0.01;

// More than the 0.1 % by which two sound estimates of the same median may differ.
constexpr double kMediansTolerance = 0.001;

Row Summarise(const Means& means) {
  std::vector<double> all;
  for (const std::vector<double>& run : means) all.insert(all.end(), run.begin(), run.end());
  Row row;
  row.median_ns = MedianOfRounds(means);
  row.run_median_ns = Median(RunMedians(means));
  row.spread_ns = MedianAbsoluteDeviation(all);
  row.medians_differ = std::abs(row.median_ns - row.run_median_ns) > kMediansTolerance * row.median_ns;
  return row;
}

std::optional<Interval> ToPercent(const std::optional<Interval>& log) {
  if (!log) return {};
  return Interval{LogDifferenceToPercent(log->low), LogDifferenceToPercent(log->high)};
}

void JudgeControl(Difference& difference, double threshold, int runs) {
  if (SmallestP(runs) >= threshold) {
    difference.verdict = Verdict::kControlUntested;
    difference.reason =
        fmt::format("{} runs cannot reach a p value below {:.3g}, so this control cannot fail", runs, threshold);
    return;
  }
  difference.verdict = difference.log.p < threshold ? Verdict::kControlFailed : Verdict::kControlPassed;
}

void JudgeArm(Difference& difference) {
  if (!difference.log.interval) {
    difference.reason = difference.log.no_interval;
  } else if (difference.log.interval->low > 0) {
    difference.verdict = Verdict::kFaster;
  } else if (difference.log.interval->high < 0) {
    difference.verdict = Verdict::kSlower;
  } else {
    difference.reason = "the 95 % interval contains 0";
  }
}

Difference Differ(const Means& reference, const Means& arm, const Row& reference_row, const Row& row) {
  Difference difference;
  difference.run_logs = RunLogDifferences(reference, arm);
  const std::vector<double>& logs = difference.run_logs;
  difference.delta_ns = DeltaNs(reference_row.median_ns, row.median_ns);
  difference.percent = DeltaPercent(reference_row.median_ns, row.median_ns);
  difference.log = TestSignFlip(logs);
  difference.percent_interval = ToPercent(difference.log.interval);
  difference.student_percent_interval = ToPercent(StudentInterval(logs));
  const double scale = reference_row.median_ns / 100;
  difference.paired_ns = PairedPercent(difference) * scale;
  if (const auto& percent = difference.percent_interval) {
    difference.ns_interval = Interval{percent->low * scale, percent->high * scale};
    difference.estimators_disagree = difference.percent < percent->low || difference.percent > percent->high;
  }
  return difference;
}

// A copy of a baseline tells something next to that baseline; next to one of another engine it is an arm like others.
bool IsControl(const Arm& arm, const Arm& reference) {
  return arm.name == kControlArm && arm.engine == reference.engine;
}

class Comparer {
 public:
  Comparer(const Results& results, std::vector<Means> means, Clock clock)
      : results_(results),
        means_(std::move(means)),
        disturbed_(CollectDisturbed(results, clock)),
        counts_(CollectCounts(results)) {}

  Result<void> Run(Comparison& comparison) {
    comparison.control_rows = static_cast<int>(std::count_if(results_.arms.begin(), results_.arms.end(),
                                                             [](const Arm& arm) { return arm.name == kControlArm; }));
    if (comparison.control_rows > 0) comparison.control_threshold = kControlFamilyError / comparison.control_rows;
    threshold_ = comparison.control_threshold;
    const std::vector<std::string> operations = Distinct(&Arm::operation);
    const std::vector<std::string> engines = Distinct(&Arm::engine);
    for (const std::string& engine : engines) {
      for (const std::string& operation : operations) {
        if (auto added = AddWithin(operation, engine, comparison); !added) return added;
      }
    }
    for (std::size_t i = 1; i < engines.size(); ++i) {
      for (const std::string& operation : operations) AddBetween(operation, engines[i], engines[0], comparison);
    }
    return {};
  }

 private:
  std::vector<std::string> Distinct(std::string Arm::*field) const {
    std::vector<std::string> values;
    for (const Arm& arm : results_.arms) {
      if (std::find(values.begin(), values.end(), arm.*field) == values.end()) values.push_back(arm.*field);
    }
    return values;
  }

  // `engine` empty: of any engine, the first.
  std::optional<std::size_t> Find(const std::string& operation, const std::string& engine,
                                  const std::string& name) const {
    for (std::size_t i = 0; i < results_.arms.size(); ++i) {
      const Arm& arm = results_.arms[i];
      if (arm.operation == operation && arm.name == name && (engine.empty() || arm.engine == engine)) return i;
    }
    return {};
  }

  Row MakeRow(std::size_t arm, std::size_t reference) const {
    Row row = Summarise(means_[arm]);
    row.arm = arm;
    row.reference = reference;
    row.counts = counts_[arm];
    row.reference_counts = counts_[reference];
    if (arm == reference) return row;
    Difference difference = Differ(means_[reference], means_[arm], Summarise(means_[reference]), row);
    difference.evidence = Weigh(means_[reference], means_[arm], disturbed_[reference], disturbed_[arm]);
    if (IsControl(results_.arms[arm], results_.arms[reference])) {
      JudgeControl(difference, threshold_, results_.protocol.runs);
    } else {
      JudgeArm(difference);
    }
    if (IsSameCode(results_, results_.arms[arm], results_.arms[reference])) {
      difference.verdict = Verdict::kSameCode;
      difference.reason = "both engines execute the same code";
    }
    row.difference = std::move(difference);
    return row;
  }

  // An engine of which no baseline was measured is compared with the first baseline that was.
  Result<void> AddWithin(const std::string& operation, const std::string& engine, Comparison& comparison) const {
    auto reference = Find(operation, engine, kBaselineArm);
    if (!reference) reference = Find(operation, "", kBaselineArm);
    if (!reference) {
      return InvalidError(fmt::format("These results have no arm \"{}\" of {}, so there is nothing to compare with.",
                                      kBaselineArm, operation));
    }
    Group group{operation, engine, results_.arms[*reference].engine, {}, false};
    if (group.engine == group.reference_engine) group.rows.push_back(MakeRow(*reference, *reference));
    for (std::size_t i = 0; i < results_.arms.size(); ++i) {
      const Arm& arm = results_.arms[i];
      if (arm.operation == operation && arm.engine == engine && i != *reference) {
        group.rows.push_back(MakeRow(i, *reference));
        if (arm.name != kBothArm) continue;
        if (const auto cached = Find(operation, engine, kCachedArm)) group.rows.push_back(MakeRow(i, *cached));
      }
    }
    if (!group.rows.empty()) comparison.groups.push_back(std::move(group));
    return {};
  }

  // The same arms of two engines: what the code of the other tree changes, setup and body together.
  void AddBetween(const std::string& operation, const std::string& engine, const std::string& first,
                  Comparison& comparison) const {
    if (!Find(operation, engine, kBaselineArm)) return;
    Group group{operation, engine, first, {}, true};
    for (std::size_t i = 0; i < results_.arms.size(); ++i) {
      const Arm& arm = results_.arms[i];
      if (arm.operation != operation || arm.engine != engine || arm.name == kControlArm) continue;
      if (const auto reference = Find(operation, first, arm.name)) group.rows.push_back(MakeRow(i, *reference));
    }
    if (!group.rows.empty()) comparison.groups.push_back(std::move(group));
  }

  const Results& results_;
  std::vector<Means> means_;
  std::vector<Disturbed> disturbed_;
  std::vector<Counts> counts_;
  double threshold_ = 0;
};

}  // namespace

Result<Comparison> Compare(const Results& results, Clock clock) {
  if (const auto valid = Validate(results, "The results"); !valid) return tl::unexpected(valid.error());
  auto means = CollectMeans(results, clock);
  if (!means) return tl::unexpected(means.error());
  Comparison comparison;
  comparison.clock = clock;
  comparison.clock_name = ClockName(results, clock);
  if (const auto done = Comparer(results, *std::move(means), clock).Run(comparison); !done) {
    return tl::unexpected(done.error());
  }
  return comparison;
}

double PairedPercent(const Difference& difference) { return LogDifferenceToPercent(difference.log.mean); }

std::string RowName(const Results& results, const Row& row) {
  const std::string& name = results.arms[row.arm].name;
  const std::string& reference = results.arms[row.reference].name;
  return reference == kBaselineArm || reference == name ? name : name + " vs " + reference;
}

std::string VerdictName(Verdict verdict) {
  switch (verdict) {
    case Verdict::kFaster:
      return "faster";
    case Verdict::kSlower:
      return "slower";
    case Verdict::kUnresolved:
      return "unresolved";
    case Verdict::kSameCode:
      return "same code";
    case Verdict::kControlPassed:
      return "passed";
    case Verdict::kControlFailed:
      return "FAILED";
    case Verdict::kControlUntested:
      return "untested";
  }
  return "unknown";
}

}  // namespace firstbyte::report
