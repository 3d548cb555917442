// SPDX-License-Identifier: GPL-2.0-or-later
#include "report/calibration_json.h"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <nlohmann/json.hpp>
#include <set>
#include <utility>

#include "report/calibration_fields.h"
#include "report/cells.h"
#include "report/field_presence.h"
#include "report/record_json.h"
#include "report/results_file.h"
#include "report/strict_json.h"
#include "report/student.h"
#include "report/text.h"
#include "report/validate.h"
#include "report/variance_components.h"

namespace firstbyte::report {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::size_t kBins = 20;  // the first is the nominal rate's
constexpr double kRoundingOff = 1e-9;

std::string NotToShow(RateState state) {
  if (state == RateState::kHolds) return "It is shown.";
  if (state == RateState::kCannotHold) return "The rate cannot be held.";
  return fmt::format("At the rate that was seen, not even {} experiments would show it.",
                     FormatCount(kMostCalibrationExperiments));
}

void ExplainNulls(const FalseAlarms& alarms, CalibrationRowRecord& record) {
  auto& reasons = record.null_reasons;
  if (!record.experiments_to_show) reasons["experiments_to_show"] = NotToShow(StateOf(alarms));
  if (!record.row.intraclass_correlation)
    reasons["intraclass_correlation"] = "Rounds scatter only where a run has several.";
  if (!record.lag_one_autocorrelation)
    reasons["lag_one_autocorrelation"] = "It takes three experiments with different estimates.";
}

CalibrationRowRecord MakeRecord(const CalibrationRow& row) {
  CalibrationRowRecord record;
  const FalseAlarms alarms = CountFalseAlarms(row);
  record.row = row;
  record.experiments = alarms.experiments;
  record.false_positives = alarms.false_positives;
  record.rate = alarms.rate;
  record.rate_interval = {alarms.interval.low, alarms.interval.high};
  record.state = RateStateName(StateOf(alarms));
  if (StateOf(alarms) == RateState::kNotShown) record.experiments_to_show = ExperimentsToShow(alarms);
  for (const double alpha : kPlannedLookAlphas)
    record.levels.push_back({alpha, CountFalseAlarms(row, alpha).false_positives});
  record.lag_one_autocorrelation = LagOneAutocorrelation(row.estimates_percent);
  for (const int runs : kPlannedLookRuns)
    record.detectable.push_back(
        {runs, DetectablePercent(row.deviation_percent, runs), DetectablePercent(row.robust_deviation_percent, runs)});
  record.p_histogram = Histogram(row.p_values, kBins);
  ExplainNulls(alarms, record);
  return record;
}

bool SameLevels(const std::vector<CalibrationLevelRecord>& a, const std::vector<CalibrationLevelRecord>& b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(), [](const auto& one, const auto& other) {
    return one.alpha == other.alpha && one.false_positives == other.false_positives;
  });
}

bool Near(double a, double b) { return std::abs(a - b) <= kRoundingOff; }

// What of a row cannot be; empty if all can.
std::string Impossible(const CalibrationRow& row, std::int64_t experiments) {
  if (row.clock != "wall" && row.clock != "cpu") return "has the clock " + Quoted(row.clock);
  if (row.operation != "compress" && row.operation != "decompress") return "has the operation " + Quoted(row.operation);
  if (row.p_values.empty() || row.p_values.size() > static_cast<std::size_t>(experiments))
    return fmt::format("has {} p values of {} experiments", row.p_values.size(), experiments);
  if (row.estimates_percent.size() != row.p_values.size())
    return fmt::format("has {} estimates and {} p values", row.estimates_percent.size(), row.p_values.size());
  for (const double p : row.p_values) {
    if (!(p > 0 && p <= 1)) return fmt::format("has a p value of {:g}", p);
  }
  for (const double estimate : row.estimates_percent) {
    if (!IsPossiblePercent(estimate)) return fmt::format("has an estimate of {:g} %", estimate);
  }
  for (const double deviation : {row.deviation_percent, row.robust_deviation_percent}) {
    if (!(deviation >= 0 && IsPossiblePercent(deviation))) return fmt::format("has a deviation of {:g} %", deviation);
  }
  if (row.intraclass_correlation && std::abs(*row.intraclass_correlation) > 1)
    return fmt::format("has an intraclass correlation of {:g}", *row.intraclass_correlation);
  return "";
}

// What a row says that its own p values deny; empty if they agree.
std::string Contradiction(const CalibrationRowRecord& record) {
  const CalibrationRowRecord right = MakeRecord(record.row);
  if (record.experiments != right.experiments)
    return fmt::format("says {} experiments and has the p values of {}", record.experiments, right.experiments);
  if (record.false_positives != right.false_positives)
    return fmt::format("says {} false positives, and its p values have {}", record.false_positives,
                       right.false_positives);
  if (!Near(record.rate, right.rate)) return fmt::format("says a rate of {:g}, which is {:g}", record.rate, right.rate);
  if (record.rate_interval.size() != 2 || !Near(record.rate_interval[0], right.rate_interval[0]) ||
      !Near(record.rate_interval[1], right.rate_interval[1]))
    return "has an interval that is not that of its counts";
  if (record.state != right.state)
    return fmt::format("says {}, and its counts say {}", Quoted(record.state), Quoted(right.state));
  if (!SameLevels(record.levels, right.levels)) return "has levels that are not those of its p values";
  if (record.p_histogram != right.p_histogram) return "has a histogram that is not that of its p values";
  return "";
}

Result<void> AddRows(std::vector<CalibrationRowRecord> records, std::string_view file, Calibration& calibration) {
  std::set<std::pair<std::string, std::string>> seen;
  for (std::size_t i = 0; i < records.size(); ++i) {
    CalibrationRowRecord& record = records[i];
    std::string problem = Impossible(record.row, calibration.experiments);
    if (problem.empty()) problem = Contradiction(record);
    if (problem.empty() && !seen.emplace(record.row.operation, record.row.clock).second) problem = "is there twice";
    if (!problem.empty()) return InvalidError(fmt::format("{}: rows[{}] {}.", file, i, problem));
    calibration.rows.push_back(std::move(record.row));
  }
  if (calibration.rows.empty()) return InvalidError(fmt::format("{} has no rows.", file));
  return {};
}

Result<void> CheckSchema(const Json& json, std::string_view file) {
  const auto schema = json.is_object() ? json.find(kSchemaField) : json.end();
  const bool says = json.is_object() && schema != json.end() && schema->is_string();
  if (says && schema->get_ref<const std::string&>() == kCalibrationSchema) return {};
  return InvalidError(fmt::format(
      "{} is no calibration: {}; `firstbyte calibrate` writes {}.", file,
      says ? "its schema is " + Quoted(schema->get_ref<const std::string&>()) : std::string("it names no schema"),
      kCalibrationSchema));
}

}  // namespace

std::string CalibrationToJson(const Calibration& calibration) {
  Json json = {{kSchemaField, kCalibrationSchema}, {"experiments", calibration.experiments}};
  json["machine"] = RecordToJson(IdentifyMachine(calibration.header));
  auto visit = [&json](const char* name, const auto& member, Presence = Presence::kRequired) {
    json[name] = RecordToJson(member);
  };
  HeaderFields(visit, calibration.header);
  json["changed_conditions"] = calibration.changed_conditions;
  json["rows"] = Json::array();
  for (const CalibrationRow& row : calibration.rows) json["rows"].push_back(RecordToJson(MakeRecord(row)));
  return json.dump(1, ' ', false, Json::error_handler_t::replace) + "\n";
}

Result<Calibration> ParseCalibration(std::string_view text, std::string_view file_name) {
  const auto json = ParseStrictJson(text, file_name);
  if (!json) return tl::unexpected<Error>(json.error());
  if (const auto ok = CheckSchema(*json, file_name); !ok) return tl::unexpected<Error>(ok.error());
  RecordReader reader(file_name);
  Calibration calibration;
  std::vector<CalibrationRowRecord> records;
  reader.ReadField(*json, "", "experiments", calibration.experiments);
  auto visit = [&](const char* name, auto& member, Presence presence = Presence::kRequired) {
    reader.ReadField(*json, "", name, member, presence);
  };
  HeaderFields(visit, calibration.header);
  reader.ReadField(*json, "", "changed_conditions", calibration.changed_conditions);
  reader.ReadField(*json, "", "rows", records);
  if (reader.problem()) return tl::unexpected<Error>(*reader.problem());
  if (calibration.experiments < 1 || calibration.experiments > kMostCalibrationExperiments)
    return InvalidError(fmt::format("{}: experiments is {}; 1 to {} belong there.", file_name, calibration.experiments,
                                    kMostCalibrationExperiments));
  if (const auto valid = ValidateHeader(calibration.header, file_name); !valid)
    return tl::unexpected<Error>(valid.error());
  if (const auto added = AddRows(std::move(records), file_name, calibration); !added)
    return tl::unexpected<Error>(added.error());
  return calibration;
}

Result<Calibration> ReadCalibrationFile(const std::string& path) {
  const auto text = ReadTextFile(path, JsonLimits{}.bytes);
  if (!text) return tl::unexpected<Error>(text.error());
  return ParseCalibration(*text, path);
}

}  // namespace firstbyte::report
