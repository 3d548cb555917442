// SPDX-License-Identifier: GPL-2.0-or-later
#include "report/whatif.h"

#include <fmt/core.h>

#include <algorithm>
#include <utility>

#include "report/cells.h"
#include "report/cpuids_per_request.h"
#include "report/sign_flip.h"
#include "report/text.h"

namespace firstbyte::report {
namespace {

std::vector<double> AllCosts(const ExitCost& cost) {
  std::vector<double> costs = cost.other_ns;
  costs.push_back(cost.here_ns);
  std::sort(costs.begin(), costs.end());
  costs.erase(std::unique(costs.begin(), costs.end()), costs.end());
  return costs;
}

std::optional<Interval> Shift(const std::optional<Interval>& interval, int cpuids, double here_ns, double cost_ns) {
  if (!interval) return {};
  return Interval{AtCost(interval->low, cpuids, here_ns, cost_ns), AtCost(interval->high, cpuids, here_ns, cost_ns)};
}

class Predictor {
 public:
  Predictor(const Results& results, const ExitCost& cost, const Comparison& comparison, const std::vector<Means>& means)
      : results_(results), cost_(cost), costs_(AllCosts(cost)), comparison_(comparison), means_(means) {}

  Result<void> Run(WhatIf& whatif) {
    for (const Group& group : comparison_.groups) {
      WhatIfGroup predicted{group.operation, group.engine, group.reference_engine, {}};
      for (const Row& row : group.rows) {
        if (results_.arms[row.arm].name == kControlArm) continue;
        auto made = MakeRow(row);
        if (made) {
          if (const auto fits = CheckFits(*made); !fits) return fits;
          predicted.rows.push_back(*std::move(made));
        } else if (auto& said = whatif.left_out;
                   std::find(said.begin(), said.end(), made.error().message) == said.end()) {
          said.push_back(made.error().message);
        }
      }
      if (!predicted.rows.empty()) whatif.groups.push_back(std::move(predicted));
    }
    if (whatif.groups.empty()) return InvalidError("Nothing can be predicted: " + whatif.left_out.front());
    return {};
  }

 private:
  double Headline(std::size_t arm) const { return MedianOfRounds(means_[arm]); }

  // A time from which more is taken than it holds was measured elsewhere, or `here` was.
  Result<void> CheckFits(const WhatIfRow& row) const {
    for (const auto& [arm, cpuids] : {std::pair(row.arm, row.cpuids), {row.reference, row.reference_cpuids}}) {
      if (AtCost(Headline(arm), cpuids, cost_.here_ns, 0) > 0) continue;
      return InvalidError(fmt::format(
          "{} CPUIDs of {} ns do not fit into the {} ns that a {} of the arm {} takes: a CPUID cost less where these "
          "results were measured.",
          cpuids, FormatCost(cost_.here_ns), FormatNs(Headline(arm)), Printable(results_.arms[arm].operation),
          Quoted(results_.arms[arm].name)));
    }
    return {};
  }

  Result<WhatIfRow> MakeRow(const Row& row) const {
    const auto cpuids = CpuidsPerRequest(results_, results_.arms[row.arm]);
    if (!cpuids) return tl::unexpected(cpuids.error());
    const auto reference_cpuids = CpuidsPerRequest(results_, results_.arms[row.reference]);
    if (!reference_cpuids) return tl::unexpected(reference_cpuids.error());
    // The runs are the independent values, here as for differences; those of one arm hold the drift that a difference
    // is free of, so that this interval is the wider one.
    const SignFlip of_runs = TestSignFlip(RunMedians(means_[row.arm]));
    WhatIfRow made{row.arm, row.reference, *cpuids, *reference_cpuids, of_runs.no_interval, {}};
    for (const double cost_ns : costs_) made.forecasts.push_back(MakeForecast(row, made, of_runs.interval, cost_ns));
    return made;
  }

  Forecast MakeForecast(const Row& row, const WhatIfRow& made, const std::optional<Interval>& of_runs,
                        double cost_ns) const {
    const double here = cost_.here_ns;
    Forecast forecast;
    forecast.cost_ns = cost_ns;
    forecast.measured = cost_ns == here;
    forecast.time_ns = AtCost(row.median_ns, made.cpuids, here, cost_ns);
    forecast.time_interval = Shift(of_runs, made.cpuids, here, cost_ns);
    if (!row.difference) return forecast;
    const int saved = made.reference_cpuids - made.cpuids;
    const double reference_ns = AtCost(Headline(row.reference), made.reference_cpuids, here, cost_ns);
    forecast.delta_ns = DeltaNs(reference_ns, forecast.time_ns);
    forecast.percent = DeltaPercent(reference_ns, forecast.time_ns);
    forecast.delta_interval = Shift(row.difference->ns_interval, saved, here, cost_ns);
    return forecast;
  }

  const Results& results_;
  const ExitCost& cost_;
  const std::vector<double> costs_;
  const Comparison& comparison_;
  const std::vector<Means>& means_;
};

constexpr char kNothingSaved[] = "The arm called baseline executes no more CPUIDs than cached, which so saves none.";

std::optional<ImpliedCost> Implied(const Results& results, const Group& group, const Row& row) {
  const Arm& arm = results.arms[row.arm];
  const bool is_cached = row.difference && arm.name == kCachedArm && results.arms[row.reference].name == kBaselineArm;
  if (!is_cached || group.engine != group.reference_engine) return {};
  const auto of_baseline = CpuidsPerRequest(results, results.arms[row.reference]);
  const auto of_cached = CpuidsPerRequest(results, arm);
  if (!of_baseline || !of_cached) return {};
  const int saved = *of_baseline - *of_cached;
  if (saved <= 0) return ImpliedCost{group.operation, group.engine, {}, {}, kNothingSaved};
  ImpliedCost implied{group.operation, group.engine, row.difference->paired_ns / saved, {}, ""};
  if (const auto& interval = row.difference->ns_interval) {
    implied.interval = Interval{interval->low / saved, interval->high / saved};
  } else {
    implied.no_interval = row.difference->log.no_interval;
  }
  return implied;
}

}  // namespace

double AtCost(double measured, int cpuids, double here_ns, double cost_ns) {
  return measured + cpuids * (cost_ns - here_ns);
}

std::vector<ImpliedCost> ImpliedCosts(const Results& results, const Comparison& comparison) {
  std::vector<ImpliedCost> costs;
  for (const Group& group : comparison.groups) {
    for (const Row& row : group.rows) {
      if (auto implied = Implied(results, group, row)) costs.push_back(*std::move(implied));
    }
  }
  return costs;
}

Result<WhatIf> Predict(const Results& results, const ExitCost& cost, Clock clock) {
  const auto comparison = Compare(results, clock);
  if (!comparison) return tl::unexpected(comparison.error());
  const auto means = CollectMeans(results, clock);
  if (!means) return tl::unexpected(means.error());
  WhatIf whatif;
  whatif.here_ns = cost.here_ns;
  whatif.source = cost.source;
  whatif.clock_name = comparison->clock_name;
  whatif.implied = ImpliedCosts(results, *comparison);
  whatif.warnings = Warnings(results, *comparison);
  if (const auto done = Predictor(results, cost, *comparison, *means).Run(whatif); !done) {
    return tl::unexpected(done.error());
  }
  return whatif;
}

}  // namespace firstbyte::report
