// SPDX-License-Identifier: GPL-2.0-or-later
#include "report/comparison_json.h"

#include <nlohmann/json.hpp>
#include <optional>
#include <utility>
#include <vector>

#include "report/attribution_json.h"
#include "report/cells.h"
#include "report/record_json.h"
#include "report/results_fields.h"
#include "report/warnings.h"

namespace firstbyte::report {
namespace {

using Json = nlohmann::ordered_json;

constexpr char kOwnRow[] = "This row is the reference of its group.";

Json ToJson(const std::optional<Interval>& interval) {
  if (!interval) return Json();
  return Json::array({interval->low, interval->high});
}

template <typename T>
void AddOrExplain(Json& row, Json& reasons, const char* name, const std::optional<T>& value, const char* reason) {
  row[name] = value ? Json(*value) : Json();
  if (!value) reasons[name] = reason;
}

void AddEvidence(const Evidence& evidence, Json& row, Json& reasons) {
  constexpr char kOneRun[] = "One run does not scatter.";
  constexpr char kNoUndisturbed[] = "A run has no round in which neither arm was disturbed.";
  AddOrExplain(row, reasons, "run_deviation_percent", evidence.deviation_percent, kOneRun);
  AddOrExplain(row, reasons, "detectable_percent", evidence.detectable_percent, kOneRun);
  std::optional<double> correlation;
  std::optional<double> autocorrelation;
  if (evidence.variance) {
    correlation = evidence.variance->intraclass_correlation;
    autocorrelation = evidence.variance->lag_one_autocorrelation;
  }
  AddOrExplain(row, reasons, "intraclass_correlation", correlation, "It takes two runs of two rounds that differ.");
  AddOrExplain(row, reasons, "lag_one_autocorrelation", autocorrelation, "It takes three runs that differ.");
  row["rounds_faster"] = evidence.rounds_faster;
  row["rounds_slower"] = evidence.rounds_slower;
  row["sign_test_p"] = evidence.sign_test_p;
  row["disturbed_rounds"] = evidence.disturbed_rounds;
  AddOrExplain(row, reasons, "undisturbed_percent", evidence.undisturbed_percent, kNoUndisturbed);
  AddOrExplain(row, reasons, "moved_points", evidence.moved_points, kNoUndisturbed);
}

void AddDifference(const Difference& difference, Json& row, Json& reasons) {
  row["delta_ns"] = difference.delta_ns;
  row["delta_percent"] = difference.percent;
  row["interval_ns"] = ToJson(difference.ns_interval);
  row["interval_percent"] = ToJson(difference.percent_interval);
  row["student_interval_percent"] = ToJson(difference.student_percent_interval);
  row["p"] = difference.log.p;
  row["p_exact"] = difference.log.exact;
  row["paired_mean_percent"] = PairedPercent(difference);
  row["paired_hodges_lehmann_percent"] = LogDifferenceToPercent(difference.log.hodges_lehmann);
  row["estimators_disagree"] = difference.estimators_disagree;
  row["verdict"] = VerdictName(difference.verdict);
  row["verdict_reason"] = difference.reason;
  if (!difference.ns_interval) {
    reasons["interval_ns"] = reasons["interval_percent"] = difference.log.no_interval;
  }
  if (!difference.student_percent_interval) reasons["student_interval_percent"] = "One run has no spread.";
  AddEvidence(difference.evidence, row, reasons);
}

void AddNoDifference(Json& row, Json& reasons) {
  for (const char* name : {"delta_ns",
                           "delta_percent",
                           "interval_ns",
                           "interval_percent",
                           "student_interval_percent",
                           "p",
                           "p_exact",
                           "paired_mean_percent",
                           "paired_hodges_lehmann_percent",
                           "estimators_disagree",
                           "verdict",
                           "verdict_reason",
                           "run_deviation_percent",
                           "detectable_percent",
                           "intraclass_correlation",
                           "lag_one_autocorrelation",
                           "rounds_faster",
                           "rounds_slower",
                           "sign_test_p",
                           "disturbed_rounds",
                           "undisturbed_percent",
                           "moved_points"}) {
    row[name] = Json();
    reasons[name] = kOwnRow;
  }
}

void AddCount(const char* name, const std::optional<double>& count, const Results& results, Json& row, Json& reasons) {
  row[name] = count ? Json(*count) : Json();
  // Valid results have a reason for every null.
  if (!count) reasons[name] = results.not_measured.at(name);
}

Json ToJson(const Row& record, const Results& results) {
  Json row = Json::object();
  Json reasons = Json::object();
  row["arm"] = results.arms[record.arm].name;
  row["reference"] = results.arms[record.reference].name;
  row["median_ns"] = record.median_ns;
  row["run_median_ns"] = record.run_median_ns;
  row["median_absolute_deviation_ns"] = record.spread_ns;
  row["medians_differ"] = record.medians_differ;
  AddCount("instructions", record.counts.instructions, results, row, reasons);
  AddCount("cycles", record.counts.cycles, results, row, reasons);
  if (record.difference) {
    AddDifference(*record.difference, row, reasons);
  } else {
    AddNoDifference(row, reasons);
  }
  row["null_reasons"] = std::move(reasons);
  return row;
}

Json ToJson(const Group& record, const Results& results) {
  Json group = Json::object();
  group["operation"] = record.operation;
  group["engine"] = record.engine;
  group["reference_engine"] = record.reference_engine;
  group["rows"] = Json::array();
  for (const Row& row : record.rows) group["rows"].push_back(ToJson(row, results));
  return group;
}

}  // namespace

std::string RenderJson(const Results& results, const Comparison& comparison, const PhaseAttribution* attribution,
                       const std::vector<Warning>& more_warnings) {
  Json json = Json::object();
  json["schema"] = kComparisonSchema;
  json["context"] = RecordToJson(results.context);
  json["protocol"] = RecordToJson(results.protocol);
  json["clock"] = comparison.clock_name;
  json["controls"] = comparison.control_rows;
  json["control_threshold"] = comparison.control_rows > 0 ? Json(comparison.control_threshold) : Json();
  json["groups"] = Json::array();
  for (const Group& group : comparison.groups) json["groups"].push_back(ToJson(group, results));
  json["attribution"] = attribution != nullptr ? AttributionJson(attribution->operations) : Json();
  json["warnings"] = Json::array();
  std::vector<Warning> warnings = Warnings(results, comparison);
  warnings.insert(warnings.begin(), more_warnings.begin(), more_warnings.end());
  for (const Warning& warning : warnings) {
    json["warnings"].push_back(Json{{"serious", warning.serious}, {"sentence", warning.sentence}});
  }
  return json.dump(1, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace firstbyte::report
