// SPDX-License-Identifier: GPL-2.0-or-later
#include "report/phase_summary.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <functional>

#include "report/sign_flip.h"
#include "report/statistics.h"

namespace firstbyte::report {
namespace {

using Values = std::vector<double>;

// What each whole is made of. A one-shot compression pays init_cctx, and replays the parameters itself.
struct Whole {
  const char* name;
  std::vector<std::string> parts;
};

const std::vector<Whole>& Wholes() {
  static const std::vector<Whole> wholes = {
      {"init_cstream", {"cwksp_layout", "cctx_zeroing", "bmi2_probe", "reset", "pledge", "parameter_replay"}},
      {"init_cctx", {"cwksp_layout", "cctx_zeroing", "bmi2_probe"}},
      {"init_dstream", {"bmi2_probe"}},
      {"compress",
       {"init_cstream", "init_cctx", "reset", "pledge", "parameter_replay", "table_clear", "compress_body"}},
      {"decompress", {"init_dstream", "init_dstream", "decompress_body"}},
  };
  return wholes;
}

Values Of(const PairSeries& series, double PairEstimate::*field) {
  Values values;
  for (const PairEstimate& estimate : series.repetitions) values.push_back(estimate.*field);
  return values;
}

// By name, of one probe; null where it was not measured. A request is a whole, a saving and a control under one name.
const PairSeries* Find(const PhaseResults& results, const std::string& probe, const std::string& name) {
  const auto found = std::find_if(results.series.begin(), results.series.end(), [&](const PairSeries& s) {
    return s.probe == probe && s.name == name && (s.kind == PairKind::kPhase || s.kind == PairKind::kWhole);
  });
  return found == results.series.end() ? nullptr : &*found;
}

std::optional<WholeRow> MakeWhole(const PhaseResults& results, const std::string& probe, const Whole& whole) {
  const PairSeries* const measured = Find(results, probe, whole.name);
  if (measured == nullptr) return std::nullopt;
  const Values wholes = Of(*measured, &PairEstimate::ns);
  Values sums(wholes.size());
  for (const std::string& name : whole.parts) {
    const PairSeries* const part = Find(results, probe, name);
    if (part == nullptr || part->repetitions.size() != wholes.size()) return std::nullopt;
    std::transform(sums.begin(), sums.end(), part->repetitions.begin(), sums.begin(),
                   [](double sum, const PairEstimate& estimate) { return sum + estimate.ns; });
  }
  Values ratios;
  Values rests;
  for (std::size_t i = 0; i < wholes.size(); ++i) {
    ratios.push_back(sums[i] / wholes[i]);
    rests.push_back(wholes[i] - sums[i]);
  }
  return WholeRow{whole.name, whole.parts, measured->cpuids, SpreadOf(wholes), SpreadOf(ratios), SpreadOf(rests)};
}

SavingRow MakeSaving(const PairSeries& series) {
  Values prices = Of(series, &PairEstimate::cpuid_ns);
  for (double& price : prices) price *= series.cpuids;
  return {series.name, series.cpuids, SpreadOf(Of(series, &PairEstimate::ns)), SpreadOf(prices),
          SpreadOf(Of(series, &PairEstimate::without_cpuids_ns))};
}

ProbeSummary SummariseProbe(const PhaseResults& results, const std::string& probe) {
  ProbeSummary summary;
  summary.probe = probe;
  for (const PairSeries& series : results.series) {
    if (series.probe != probe) continue;
    const Spread spread = SpreadOf(Of(series, &PairEstimate::ns));
    if (series.kind == PairKind::kPhase) summary.phases.push_back({series.name, series.bytes, series.cpuids, spread});
    if (series.kind == PairKind::kSaving) summary.savings.push_back(MakeSaving(series));
    if (series.kind == PairKind::kControl)
      summary.controls.push_back({series.name, spread, std::abs(spread.value) <= kMostControlNs});
  }
  for (const Whole& whole : Wholes()) {
    if (auto row = MakeWhole(results, probe, whole)) summary.wholes.push_back(*std::move(row));
  }
  return summary;
}

struct Line {
  double slope = 0;
  double intercept = 0;
};

// Least squares.
Line Fit(const Values& x, const Values& y) {
  const double mean_x = Mean(x);
  const double mean_y = Mean(y);
  double covariance = 0;
  double variance = 0;
  for (std::size_t i = 0; i < x.size(); ++i) {
    covariance += (x[i] - mean_x) * (y[i] - mean_y);
    variance += (x[i] - mean_x) * (x[i] - mean_x);
  }
  const double slope = covariance / variance;
  return {slope, mean_y - slope * mean_x};
}

// Needs two doses; each repetition has a line of its own.
std::optional<DoseResponse> MakeDose(const PhaseResults& results) {
  std::vector<const PairSeries*> doses;
  for (const PairSeries& series : results.series) {
    if (series.kind == PairKind::kDose) doses.push_back(&series);
  }
  if (doses.size() < 2) return std::nullopt;
  Values slopes;
  Values intercepts;
  Values prices;
  std::vector<Values> beside(doses.size());
  for (std::size_t i = 0; i < doses[0]->repetitions.size(); ++i) {
    Values x;
    Values y;
    Values cpuid;
    for (const PairSeries* const dose : doses) {
      x.push_back(dose->cpuids);
      y.push_back(dose->repetitions[i].ns);
      cpuid.push_back(dose->repetitions[i].cpuid_ns);
    }
    const Line line = Fit(x, y);
    slopes.push_back(line.slope);
    intercepts.push_back(line.intercept);
    prices.push_back(Mean(cpuid));
    for (std::size_t d = 0; d < doses.size(); ++d) beside[d].push_back(y[d] - line.intercept - line.slope * x[d]);
  }
  DoseResponse response{{}, SpreadOf(slopes), SpreadOf(intercepts), SpreadOf(prices)};
  for (std::size_t d = 0; d < doses.size(); ++d)
    response.points.push_back({doses[d]->cpuids, SpreadOf(Of(*doses[d], &PairEstimate::ns)), SpreadOf(beside[d])});
  return response;
}

}  // namespace

Spread SpreadOf(const std::vector<double>& values) {
  const SignFlip test = TestSignFlip(values);
  if (test.interval) {
    const bool resolved = test.interval->low > 0 || test.interval->high < 0;
    return {test.mean, test.interval->low, test.interval->high, true, resolved};
  }
  const auto [low, high] = std::minmax_element(values.begin(), values.end());
  return {test.mean, *low, *high, false, false};
}

PhaseSummary Summarise(const PhaseResults& results) {
  PhaseSummary summary;
  for (const char* probe : {"live", "cached"}) {
    const bool measured = std::any_of(results.series.begin(), results.series.end(),
                                      [probe](const PairSeries& series) { return series.probe == probe; });
    if (measured) summary.probes.push_back(SummariseProbe(results, probe));
  }
  summary.dose = MakeDose(results);
  return summary;
}

}  // namespace firstbyte::report
