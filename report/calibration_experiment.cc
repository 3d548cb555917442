// SPDX-License-Identifier: GPL-2.0-or-later
#include "report/calibration_experiment.h"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <nlohmann/json.hpp>
#include <set>
#include <utility>

#include "report/comparison.h"
#include "report/record_json.h"
#include "report/results_fields.h"
#include "report/round_means.h"
#include "report/statistics.h"
#include "report/strict_json.h"
#include "report/student.h"
#include "report/text.h"

namespace firstbyte::report {

void Fields(auto& visit, Is<CalibrationOutcome> auto& outcome) {
  visit("operation", outcome.operation);
  visit("clock", outcome.clock);
  visit("p", outcome.p);
  visit("estimate_percent", outcome.estimate_percent);
  visit("runs_percent", outcome.runs_percent);
  visit("intraclass_correlation", outcome.intraclass_correlation);
}

void Fields(auto& visit, Is<CalibrationExperiment> auto& experiment) {
  visit("experiment", experiment.experiment);
  visit("started", experiment.started);
  visit("seed", experiment.seed);
  visit("changed_conditions", experiment.changed_conditions);
  visit("outcomes", experiment.outcomes);
}

namespace {

constexpr double kPercent = 100;
constexpr double kNormalDeviations = 1.4826;  // of a normal distribution, per median absolute deviation

// Positive where the copy is slower, while a difference is positive where it is faster.
double ToChange(double log) { return -kPercent * log; }

CalibrationOutcome OutcomeOf(const Group& group, const Difference& difference, const char* clock) {
  CalibrationOutcome outcome;
  outcome.operation = group.operation;
  outcome.clock = clock;
  outcome.p = difference.log.p;
  outcome.estimate_percent = ToChange(difference.log.mean);
  for (const double log : difference.run_logs) outcome.runs_percent.push_back(ToChange(log));
  if (const auto& variance = difference.evidence.variance)
    outcome.intraclass_correlation = variance->intraclass_correlation;
  return outcome;
}

void Add(const Results& results, const Comparison& comparison, const char* clock,
         std::vector<CalibrationOutcome>& outcomes) {
  for (const Group& group : comparison.groups) {
    for (const Row& row : group.rows) {
      if (row.difference && results.arms[row.arm].name == kControlArm)
        outcomes.push_back(OutcomeOf(group, *row.difference, clock));
    }
  }
}

// Of all experiments, for one row.
struct Gathered {
  CalibrationRow row;
  std::vector<double> variances;
  std::vector<double> runs;
  std::vector<double> correlations;
};

Gathered& Find(std::vector<Gathered>& all, const CalibrationOutcome& outcome) {
  const auto found = std::find_if(all.begin(), all.end(), [&](const Gathered& gathered) {
    return gathered.row.operation == outcome.operation && gathered.row.clock == outcome.clock;
  });
  if (found != all.end()) return *found;
  Gathered& added = all.emplace_back();
  added.row.operation = outcome.operation;
  added.row.clock = outcome.clock;
  return added;
}

void Gather(const CalibrationOutcome& outcome, Gathered& to) {
  to.row.p_values.push_back(outcome.p);
  to.row.estimates_percent.push_back(outcome.estimate_percent);
  const double deviation = StandardDeviation(outcome.runs_percent).value_or(0);
  to.variances.push_back(deviation * deviation);
  to.runs.insert(to.runs.end(), outcome.runs_percent.begin(), outcome.runs_percent.end());
  if (outcome.intraclass_correlation) to.correlations.push_back(*outcome.intraclass_correlation);
}

std::vector<std::string> ChangesOf(const std::vector<CalibrationExperiment>& experiments) {
  std::set<std::string> changes;
  for (const CalibrationExperiment& experiment : experiments) {
    for (const EnvironmentCheck& check : experiment.changed_conditions)
      changes.insert(fmt::format("{}: {}", check.name, check.value));
  }
  return {changes.begin(), changes.end()};
}

// The first thing about an experiment that cannot be; empty if all can.
std::string Problem(const CalibrationExperiment& experiment, int runs) {
  if (experiment.outcomes.empty()) return "has no outcomes";
  for (std::size_t i = 0; i < experiment.outcomes.size(); ++i) {
    const CalibrationOutcome& outcome = experiment.outcomes[i];
    if (outcome.clock != "wall" && outcome.clock != "cpu") return "has the clock " + Quoted(outcome.clock);
    if (outcome.operation != "compress" && outcome.operation != "decompress")
      return "has the operation " + Quoted(outcome.operation);
    if (!(outcome.p > 0 && outcome.p <= 1)) return fmt::format("has a p value of {:g}", outcome.p);
    if (!IsPossiblePercent(outcome.estimate_percent))
      return fmt::format("has an estimate of {:g} %", outcome.estimate_percent);
    for (const double run : outcome.runs_percent) {
      if (!IsPossiblePercent(run)) return fmt::format("has a run of {:g} %", run);
    }
    if (outcome.runs_percent.size() != static_cast<std::size_t>(runs))
      return fmt::format("has {} runs of {}", outcome.runs_percent.size(), runs);
    for (std::size_t j = 0; j < i; ++j) {
      if (experiment.outcomes[j].operation == outcome.operation && experiment.outcomes[j].clock == outcome.clock)
        return fmt::format("has {} by {} twice", Printable(outcome.operation), outcome.clock);
    }
  }
  return "";
}

}  // namespace

Result<std::vector<CalibrationOutcome>> JudgeExperiment(const Results& results) {
  std::vector<CalibrationOutcome> outcomes;
  const auto wall = Compare(results, Clock::kWall);
  if (!wall) return tl::unexpected<Error>(wall.error());
  Add(results, *wall, "wall", outcomes);
  if (const auto cpu = Compare(results, Clock::kThreadCpu)) Add(results, *cpu, "cpu", outcomes);
  if (outcomes.empty()) return InvalidError("A measurement without an A/A arm calibrates nothing.");
  return outcomes;
}

Calibration SummariseExperiments(const Results& header, const std::vector<CalibrationExperiment>& experiments) {
  std::vector<Gathered> all;
  for (const CalibrationExperiment& experiment : experiments) {
    for (const CalibrationOutcome& outcome : experiment.outcomes) Gather(outcome, Find(all, outcome));
  }
  Calibration calibration;
  calibration.header = header;
  calibration.header.runs.clear();
  calibration.experiments = static_cast<std::int64_t>(experiments.size());
  calibration.changed_conditions = ChangesOf(experiments);
  for (Gathered& gathered : all) {
    CalibrationRow row = std::move(gathered.row);
    row.deviation_percent = std::sqrt(Mean(gathered.variances));
    row.robust_deviation_percent = kNormalDeviations * MedianAbsoluteDeviation(gathered.runs);
    if (!gathered.correlations.empty()) row.intraclass_correlation = Mean(gathered.correlations);
    calibration.rows.push_back(std::move(row));
  }
  return calibration;
}

std::string ExperimentToJson(const CalibrationExperiment& experiment) { return RecordToJson(experiment).dump(); }

Result<CalibrationExperiment> ExperimentFromJson(std::string_view text, std::string_view place, int runs) {
  const auto json = ParseStrictJson(text, place);
  if (!json) return tl::unexpected<Error>(json.error());
  RecordReader reader(place);
  CalibrationExperiment experiment;
  reader.Read(*json, "", experiment);
  if (reader.problem()) return tl::unexpected<Error>(*reader.problem());
  if (const std::string problem = Problem(experiment, runs); !problem.empty())
    return InvalidError(fmt::format("{}: {}.", place, problem));
  return experiment;
}

}  // namespace firstbyte::report
