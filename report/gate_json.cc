// SPDX-License-Identifier: GPL-2.0-or-later
#include "report/gate_json.h"

#include <nlohmann/json.hpp>
#include <string>
#include <utility>

#include "report/calibration.h"
#include "report/calibration_use.h"
#include "report/text.h"
#include "report/warnings.h"

namespace firstbyte::report {
namespace {

using Json = nlohmann::ordered_json;

Json ToJson(const RowJudgement& row) {
  Json json = {{"row", row.row},
               {"engine", row.engine},
               {"reference_engine", row.reference_engine},
               {"change_percent", row.change_percent}};
  json["interval_percent"] =
      row.interval_percent ? Json::array({row.interval_percent->low, row.interval_percent->high}) : Json();
  json["p"] = row.p;
  json["adjusted_p"] = row.adjusted_p;
  json["margin_percent"] = row.margin_percent;
  json["control_percent"] = row.control_percent;
  json["same_code"] = row.same_code;
  json["detectable_percent"] = row.detectable_percent ? Json(*row.detectable_percent) : Json();
  json["verdict"] = GateVerdictName(row.verdict);
  json["sentence"] = row.sentence;
  Json reasons = Json::object();
  if (!row.interval_percent) reasons["interval_percent"] = "There are too few runs for an interval.";
  if (!row.detectable_percent) reasons["detectable_percent"] = "One run does not scatter.";
  json["null_reasons"] = std::move(reasons);
  return json;
}

Json ToJson(const CalibrationUse& use) {
  const bool armed = use.refusal.empty();
  Json json = {{"file", Printable(use.file)},
               {"armed", armed},
               {"sentence", armed ? use.sentence : use.refusal},
               {"notes", use.notes},
               {"rows", Json::array()}};
  for (const CalibrationUseRow& row : use.rows) {
    json["rows"].push_back({{"operation", row.operation},
                            {"state", RateStateName(row.state)},
                            {"experiments", row.alarms.experiments},
                            {"false_positives", row.alarms.false_positives},
                            {"rate", row.alarms.rate},
                            {"rate_interval", {row.alarms.interval.low, row.alarms.interval.high}},
                            {"detectable_percent", row.detectable_percent},
                            {"robust_detectable_percent", row.robust_detectable_percent}});
  }
  return json;
}

Json ToJson(const ExactDifference& difference) {
  return {{"row", difference.row},
          {"engine", difference.engine},
          {"reference", difference.reference},
          {"what", difference.what},
          {"before", difference.before},
          {"now", difference.now},
          {"verdict", GateVerdictName(difference.verdict)},
          {"sentence", difference.sentence}};
}

Json ToJson(const ExactJudgement& judgement) {
  Json json = {{"verdict", GateVerdictName(judgement.verdict)}, {"sentence", judgement.sentence}};
  json["rows"] = judgement.rows;
  json["not_measured"] = judgement.not_measured ? Json(*judgement.not_measured) : Json();
  json["differences"] = Json::array();
  for (const ExactDifference& difference : judgement.differences) json["differences"].push_back(ToJson(difference));
  json["notes"] = judgement.notes;
  return json;
}

Json TimesOf(const Judgement& times) {
  return {{"verdict", GateVerdictName(times.verdict)}, {"sentence", times.sentence}};
}

// Collects the keys of the document, each with why it is null where it is.
class Document {
 public:
  void Add(const char* name, Json value, const char* why_null = "") {
    if (value.is_null()) reasons_[name] = why_null;
    json_[name] = std::move(value);
  }
  Json Finish() {
    json_["null_reasons"] = std::move(reasons_);
    return std::move(json_);
  }

 private:
  Json json_ = Json::object();
  Json reasons_ = Json::object();
};

constexpr char kNoResults[] = "No results of `firstbyte run` were named.";
constexpr char kNotJudged[] = "Nothing was judged.";

const char* WhyNoLook(const Judged& judged) {
  if (!judged.times) return kNoResults;
  if (judged.times->next_look) return "A count rose, which no further look changes.";
  return judged.times->rows.empty() ? kNotJudged : "It was the last look.";
}

// What is known of the measurement: nothing where none was named, or its file could not be read.
void AddMeasurement(const Judged& judged, Document& document) {
  const bool known = judged.times && judged.results;
  const char* const why = judged.times ? kNotJudged : kNoResults;
  document.Add("clock", known ? Json(judged.times->clock_name) : Json(), why);
  document.Add("clock_reason", known ? Json(judged.times->clock_reason) : Json(), why);
  document.Add("runs", known ? Json(judged.results->protocol.runs) : Json(), why);
  document.Add("alpha", known && !judged.times->rows.empty() ? Json(judged.times->look.alpha) : Json(), why);
  const auto next_look = NextLookOf(judged);
  document.Add("next_look_runs", next_look ? Json(next_look->runs) : Json(), WhyNoLook(judged));
  document.Add("calibration", known && judged.times->calibration ? ToJson(*judged.times->calibration) : Json(),
               known ? "None was named: how often this machine errs was never measured." : why);
}

}  // namespace

std::string RenderGateJson(const Judged& judged) {
  Document document;
  document.Add("schema", kGateSchema);
  document.Add("verdict", GateVerdictName(VerdictOf(judged)));
  document.Add("sentence", SentenceOf(judged));
  document.Add("times", judged.times ? TimesOf(*judged.times) : Json(), kNoResults);
  AddMeasurement(judged, document);
  Json rows = Json::array();
  Json warnings = Json::array();
  if (judged.times) {
    for (const RowJudgement& row : judged.times->rows) rows.push_back(ToJson(row));
    for (const Warning& warning : judged.times->warnings)
      warnings.push_back({{"serious", warning.serious}, {"sentence", warning.sentence}});
  }
  document.Add("rows", std::move(rows));
  document.Add("warnings", std::move(warnings));
  document.Add("exact", judged.exact ? ToJson(*judged.exact) : Json(), "No counts of `firstbyte count` were named.");
  return document.Finish().dump(1, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace firstbyte::report
