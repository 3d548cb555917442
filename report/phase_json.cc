// SPDX-License-Identifier: GPL-2.0-or-later
#include "report/phase_json.h"

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <utility>

#include "report/attribution.h"
#include "report/attribution_json.h"
#include "report/phase_fields.h"
#include "report/record_json.h"
#include "report/spread_json.h"

namespace firstbyte::report {
namespace {

using Json = nlohmann::ordered_json;

// The names of low and high say what they are the ends of.
void AddSpread(Json& object, const std::string& name, const Spread& spread) {
  object[name] = spread.value;
  object["low"] = spread.low;
  object["high"] = spread.high;
}

Json ToJson(const PhaseRow& row) {
  Json object = {{"phase", row.name}};
  AddSpread(object, "ns", row.ns);
  object["bytes"] = row.bytes ? Json(*row.bytes) : Json();
  object["cpuids"] = row.cpuids;
  return object;
}

Json ToJson(const WholeRow& row) {
  return {{"whole", row.name},
          {"cpuids", row.cpuids},
          {"parts", row.parts},
          {"ns", SpreadJson(row.ns)},
          {"sum_over_whole", SpreadJson(row.sum_over_whole)},
          {"unattributed_ns", SpreadJson(row.unattributed_ns)}};
}

Json ToJson(const SavingRow& row) {
  return {{"operation", row.operation},
          {"cpuids", row.cpuids},
          {"ns", SpreadJson(row.ns)},
          {"cpuid_ns", SpreadJson(row.cpuid_ns)},
          {"residual_ns", SpreadJson(row.residual_ns)}};
}

Json ToJson(const ControlRow& row) {
  return {{"operation", row.operation}, {"ns", SpreadJson(row.ns)}, {"passed", row.passed}};
}

template <typename Row>
Json Array(const std::vector<Row>& rows) {
  Json array = Json::array();
  for (const Row& row : rows) array.push_back(ToJson(row));
  return array;
}

// Which of the controls is farthest from 0.
Json WorstControl(const ProbeSummary& probe) {
  const auto worst = std::max_element(
      probe.controls.begin(), probe.controls.end(),
      [](const ControlRow& a, const ControlRow& b) { return std::abs(a.ns.value) < std::abs(b.ns.value); });
  return worst == probe.controls.end() ? Json() : Json(worst->ns.value);
}

void AddProbe(Json& object, const ProbeSummary& probe) {
  object["probe"] = probe.probe;
  object["rows"] = Array(probe.phases);
  const bool has_whole = !probe.wholes.empty();  // init_cstream is the first
  object["whole_ns"] = has_whole ? Json(probe.wholes[0].ns.value) : Json();
  object["unattributed_ns"] = has_whole ? Json(probe.wholes[0].unattributed_ns.value) : Json();
  object["aa_control_ns"] = WorstControl(probe);
  object["wholes"] = Array(probe.wholes);
  object["savings"] = Array(probe.savings);
  object["controls"] = Array(probe.controls);
}

Json DoseJson(const DoseResponse& dose) {
  Json points = Json::array();
  for (const DosePoint& point : dose.points) {
    points.push_back(
        {{"cpuids", point.cpuids}, {"ns", SpreadJson(point.ns)}, {"beside_line_ns", SpreadJson(point.beside_line_ns)}});
  }
  return {{"points", std::move(points)},
          {"slope_ns", SpreadJson(dose.slope_ns)},
          {"calibrated_ns", SpreadJson(dose.calibrated_ns)},
          {"intercept_ns", SpreadJson(dose.intercept_ns)}};
}

// Every estimate, so that whoever doubts a spread can look at what it is made of.
Json EstimatesJson(const PhaseResults& results) {
  Json array = Json::array();
  for (const PairSeries& series : results.series)
    array.push_back(RecordToJson(SeriesRecord{kPairKinds[static_cast<std::size_t>(series.kind)], series}));
  return array;
}

}  // namespace

std::string PhasesJson(const PhaseResults& results, const PhaseSummary& summary) {
  Json root = {{"schema", kPhasesSchema}, {"engine", results.engine}};
  for (const ProbeSummary& probe : summary.probes) {
    if (&probe == &summary.probes.front()) {
      AddProbe(root, probe);
    } else {
      AddProbe(root[probe.probe], probe);
    }
  }
  root["dose_response"] = summary.dose ? DoseJson(*summary.dose) : Json();
  root["attribution"] = AttributionJson(Attribute(results));
  root["conditions"] = RecordToJson(results);
  root["estimates"] = EstimatesJson(results);
  // What is not UTF-8 in a name of the machine must not throw here.
  return root.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace firstbyte::report
