// SPDX-License-Identifier: GPL-2.0-or-later
#include "report/phase_table.h"

#include <fmt/core.h>

#include <cmath>
#include <nlohmann/json.hpp>

#include "report/phase_json.h"
#include "report/results_file.h"
#include "report/strict_json.h"
#include "report/text.h"

namespace firstbyte::report {
namespace {

using Json = nlohmann::ordered_json;

constexpr char kEager[] = "eager";
constexpr char kDeferred[] = "deferred";
constexpr int kMostCpuids = 1000;  // of a request; a bound for what follows

void AddProbe(const ProbeSummary& probe, PhaseTable& table) {
  for (const WholeRow& whole : probe.wholes) {
    for (const SavingRow& saving : probe.savings) {
      if (saving.operation != whole.name) continue;
      RequestCosts& costs = table.requests[{probe.probe, saving.operation}];
      costs = {whole.ns.value, saving.ns.value, whole.cpuids, saving.cpuids, 0};
      if (saving.cpuids > 0) costs.cpuid_ns = saving.cpuid_ns.value / saving.cpuids;
    }
  }
}

// Follows names into a document, and remembers the first that was not there or not what it should be.
class Document {
 public:
  const Json* Find(const Json& in, const char* name) {
    if (in.is_object()) {
      if (const auto found = in.find(name); found != in.end()) return &*found;
    }
    return Miss(name);
  }
  std::string Text(const Json& in, const char* name) {
    const Json* json = Find(in, name);
    if (json != nullptr && !json->is_string()) json = Miss(name);
    return json == nullptr ? "" : json->get_ref<const std::string&>();
  }
  double Number(const Json& in, const char* name) {
    const Json* json = Find(in, name);
    if (json != nullptr && !json->is_number()) json = Miss(name);
    return json == nullptr ? 0 : json->get<double>();
  }
  double Value(const Json& in, const char* name) {
    const Json* const spread = Find(in, name);
    return spread == nullptr ? 0 : Number(*spread, "value");
  }
  int Count(const Json& in, const char* name) {
    const double number = Number(in, name);
    if (number >= 0 && number <= kMostCpuids && number == std::floor(number)) return static_cast<int>(number);
    Miss(name);
    return 0;
  }
  static const Json& Elements(const Json* json) {
    static const Json none = Json::array();
    return json != nullptr && json->is_array() ? *json : none;
  }
  const std::string& wrong() const { return wrong_; }

 private:
  const Json* Miss(const char* name) {
    if (wrong_.empty()) wrong_ = name;
    return nullptr;
  }
  std::string wrong_;
};

void ReadProbe(Document& document, const Json& probe, PhaseTable& table) {
  const std::string name = document.Text(probe, "probe");
  for (const Json& whole : Document::Elements(document.Find(probe, "wholes"))) {
    for (const Json& saving : Document::Elements(document.Find(probe, "savings"))) {
      const std::string operation = document.Text(saving, "operation");
      if (operation.empty() || document.Text(whole, "whole") != operation) continue;
      RequestCosts& costs = table.requests[{name, operation}];
      costs = {document.Value(whole, "ns"), document.Value(saving, "ns"), document.Count(whole, "cpuids"),
               document.Count(saving, "cpuids"), 0};
      if (costs.saved_cpuids > 0) costs.cpuid_ns = document.Value(saving, "cpuid_ns") / costs.saved_cpuids;
    }
  }
}

// Prices and times of this size are none, whatever they were measured with.
bool CanBe(const PhaseTable& table) {
  for (const auto& [name, costs] : table.requests) {
    if (!(costs.baseline_ns > 0) || costs.saved_cpuids > costs.cpuids || costs.cpuid_ns < 0) return false;
    if (costs.cpuids > 0 && costs.saved_cpuids == 0) return false;
  }
  return !table.requests.empty();
}

}  // namespace

PhaseTable PhaseTableOf(const PhaseResults& results, const PhaseSummary& summary) {
  PhaseTable table{results.engine, results.platform, results.corpus, results.level, {}};
  for (const ProbeSummary& probe : summary.probes) AddProbe(probe, table);
  return table;
}

Result<PhaseTable> ParsePhaseTable(std::string_view text, std::string_view file) {
  const auto json = ParseStrictJson(text, file);
  if (!json) return tl::unexpected<Error>(json.error());
  Document document;
  if (const std::string schema = document.Text(*json, "schema"); schema != kPhasesSchema) {
    return InvalidError(
        fmt::format("{} is no phase table: its schema is {}, not \"{}\"; `phases --format=json` writes "
                    "one.",
                    file, Quoted(schema), kPhasesSchema));
  }
  PhaseTable table;
  table.engine = document.Text(*json, "engine");
  ReadProbe(document, *json, table);
  if (json->contains("cached")) ReadProbe(document, *document.Find(*json, "cached"), table);
  if (const Json* const conditions = document.Find(*json, "conditions"); conditions != nullptr) {
    table.platform = document.Text(*conditions, "platform");
    table.corpus = document.Text(*conditions, "corpus");
    table.level = document.Count(*conditions, "level");
  }
  if (!document.wrong().empty())
    return InvalidError(
        fmt::format("{} is no phase table that can be read: \"{}\" is not there, or not what it should be.", file,
                    document.wrong()));
  if (!CanBe(table)) return InvalidError(fmt::format("{} says times that cannot be; measure the phases anew.", file));
  return table;
}

Result<PhaseTable> ReadPhaseTable(const std::string& path) {
  const auto text = ReadTextFile(path, JsonLimits{}.bytes);
  if (!text) return tl::unexpected<Error>(text.error());
  return ParsePhaseTable(*text, path);
}

std::optional<double> CpuidShareByPhases(const PhaseTable& table, const Arm& arm) {
  const auto found = table.requests.find({arm.probe, arm.operation});
  if (found == table.requests.end() || (arm.policy != kEager && arm.policy != kDeferred)) return std::nullopt;
  const RequestCosts& costs = found->second;
  const bool deferred = arm.policy == kDeferred;
  const double whole_ns = costs.baseline_ns - (deferred ? costs.saved_ns : 0);
  const int cpuids = costs.cpuids - (deferred ? costs.saved_cpuids : 0);
  const double share = cpuids * costs.cpuid_ns / whole_ns;
  // Of so few blocks that nothing follows from them.
  if (!(whole_ns > 0) || !(share >= 0)) return std::nullopt;
  return share;
}

}  // namespace firstbyte::report
