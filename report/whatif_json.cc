// SPDX-License-Identifier: GPL-2.0-or-later
#include "report/whatif_json.h"

#include <nlohmann/json.hpp>
#include <optional>
#include <utility>

#include "report/record_json.h"
#include "report/results_fields.h"
#include "report/warnings.h"

namespace firstbyte::report {
namespace {

using Json = nlohmann::ordered_json;

constexpr char kModel[] = "T(c) = T - N * c_here + N * c";
constexpr char kOwnRow[] = "This row is the reference of its group.";

Json ToJson(const std::optional<Interval>& interval) {
  if (!interval) return Json();
  return Json::array({interval->low, interval->high});
}

Json ToJson(const std::optional<double>& value) { return value ? Json(*value) : Json(); }

Json ToJson(const Forecast& forecast) {
  return {{"cpuid_ns", forecast.cost_ns},
          {"measured", forecast.measured},
          {"time_ns", forecast.time_ns},
          {"time_interval_ns", ToJson(forecast.time_interval)},
          {"delta_ns", ToJson(forecast.delta_ns)},
          {"delta_percent", ToJson(forecast.percent)},
          {"delta_interval_ns", ToJson(forecast.delta_interval)}};
}

Json ToJson(const WhatIfRow& record, const Results& results) {
  Json row = {{"arm", results.arms[record.arm].name},
              {"reference", results.arms[record.reference].name},
              {"cpuids", record.cpuids},
              {"reference_cpuids", record.reference_cpuids},
              {"forecasts", Json::array()}};
  for (const Forecast& forecast : record.forecasts) row["forecasts"].push_back(ToJson(forecast));
  Json reasons = Json::object();
  if (!record.no_interval.empty()) reasons["time_interval_ns"] = reasons["delta_interval_ns"] = record.no_interval;
  if (record.arm == record.reference) {
    for (const char* name : {"delta_ns", "delta_percent", "delta_interval_ns"}) reasons[name] = kOwnRow;
  }
  row["null_reasons"] = std::move(reasons);
  return row;
}

Json ToJson(const WhatIfGroup& record, const Results& results) {
  Json group = {{"operation", record.operation},
                {"engine", record.engine},
                {"reference_engine", record.reference_engine},
                {"rows", Json::array()}};
  for (const WhatIfRow& row : record.rows) group["rows"].push_back(ToJson(row, results));
  return group;
}

Json ToJson(const PublishedForecast& forecast) {
  return {{"group", forecast.group},
          {"row", forecast.row},
          {"column", forecast.column},
          {"cpuids", forecast.cpuids},
          {"cpuid_ns", forecast.cost_ns},
          {"cpuid_row", forecast.cost_row},
          {"predicted_ns", forecast.predicted_ns},
          {"printed_ns", forecast.printed_ns},
          {"error_ns", forecast.error_ns},
          {"error_percent", forecast.error_percent}};
}

// Text of a file may be no UTF-8, which is no error here.
std::string Dump(const Json& json) { return json.dump(1, ' ', false, Json::error_handler_t::replace) + "\n"; }

}  // namespace

std::string RenderWhatIfJson(const Results& results, const WhatIf& whatif) {
  Json json = {{"schema", kWhatIfSchema},    {"model", kModel},           {"context", RecordToJson(results.context)},
               {"clock", whatif.clock_name}, {"here_ns", whatif.here_ns}, {"here_source", whatif.source},
               {"groups", Json::array()},    {"implied", Json::array()},  {"left_out", whatif.left_out},
               {"warnings", Json::array()}};
  for (const WhatIfGroup& group : whatif.groups) json["groups"].push_back(ToJson(group, results));
  for (const ImpliedCost& cost : whatif.implied) {
    Json implied = {{"operation", cost.operation},
                    {"engine", cost.engine},
                    {"cpuid_ns", ToJson(cost.ns)},
                    {"interval_ns", ToJson(cost.interval)},
                    {"null_reasons", Json::object()}};
    if (!cost.ns) implied["null_reasons"]["cpuid_ns"] = cost.no_interval;
    if (!cost.interval) implied["null_reasons"]["interval_ns"] = cost.no_interval;
    json["implied"].push_back(std::move(implied));
  }
  for (const Warning& warning : whatif.warnings) {
    json["warnings"].push_back(Json{{"serious", warning.serious}, {"sentence", warning.sentence}});
  }
  return Dump(json);
}

std::string RenderPublishedForecastsJson(const std::vector<PublishedForecasts>& pairs) {
  Json json = {{"schema", kWhatIfPublishedSchema}, {"model", kModel}, {"tables", Json::array()}};
  for (const PublishedForecasts& pair : pairs) {
    Json table = {{"from", pair.from}, {"to", pair.to}, {"forecasts", Json::array()}};
    for (const PublishedForecast& forecast : pair.forecasts) table["forecasts"].push_back(ToJson(forecast));
    json["tables"].push_back(std::move(table));
  }
  return Dump(json);
}

}  // namespace firstbyte::report
