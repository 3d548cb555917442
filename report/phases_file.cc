// SPDX-License-Identifier: GPL-2.0-or-later
#include "report/phases_file.h"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <iterator>
#include <nlohmann/json.hpp>
#include <set>
#include <tuple>
#include <utility>
#include <vector>

#include "report/phase_fields.h"
#include "report/phase_json.h"
#include "report/record_json.h"
#include "report/results_fields.h"
#include "report/results_file.h"
#include "report/strict_json.h"
#include "report/text.h"

namespace firstbyte::report {

namespace {

using Json = nlohmann::ordered_json;

// More than any table could show; keeps products of them within an integer.
constexpr int kMostCount = 1'000'000;

Error Invalid(std::string_view file, const std::string& what) {
  return {ExitCode::kInvalid, fmt::format("{}: {}.", file, what)};
}

Result<void> CheckSchema(const Json& json, std::string_view file) {
  const auto schema = json.is_object() ? json.find(kSchemaField) : json.end();
  if (!json.is_object() || schema == json.end() || !schema->is_string())
    return tl::unexpected(Invalid(file, fmt::format("does not say that it is {}; write it with `firstbyte phases "
                                                    "--format=json`",
                                                    kPhasesSchema)));
  if (const auto& name = schema->get_ref<const std::string&>(); name != kPhasesSchema)
    return tl::unexpected(Invalid(file, fmt::format("has the schema {}; {} belongs here, which `firstbyte phases "
                                                    "--format=json` writes",
                                                    Quoted(name), kPhasesSchema)));
  return {};
}

// A year; times beyond it are none, and their sums would not be numbers.
constexpr double kMostNs = 3.2e16;

bool IsTime(double ns) { return std::abs(ns) <= kMostNs; }

bool AreTimes(const std::vector<PairEstimate>& estimates) {
  return std::all_of(estimates.begin(), estimates.end(), [](const PairEstimate& e) {
    return IsTime(e.ns) && IsTime(e.first_ran_first_ns) && IsTime(e.second_ran_first_ns) && IsTime(e.cpuid_ns) &&
           IsTime(e.without_cpuids_ns);
  });
}

bool IsCount(std::int64_t count) { return count >= 0 && count <= kMostCount; }

// The first thing about a series that makes no sense; empty if all does.
std::string Problem(const PairSeries& series, const PhaseResults& results) {
  if (series.probe != "live" && series.probe != "cached") return "has the probe " + Quoted(series.probe);
  if (!IsCount(series.cpuids)) return fmt::format("has {} CPUIDs", series.cpuids);
  if (series.bytes && (*series.bytes < 0 || *series.bytes > std::int64_t{1} << 40))
    return fmt::format("clears {} bytes", *series.bytes);
  if (series.repetitions.size() != static_cast<std::size_t>(results.repetitions))
    return fmt::format("has {} repetitions of {}", series.repetitions.size(), results.repetitions);
  if (!AreTimes(series.repetitions)) return "has a time of more than a year";
  return "";
}

Result<void> AddSeries(std::vector<SeriesRecord> records, std::string_view file, PhaseResults& results) {
  std::set<std::tuple<PairKind, std::string, std::string, int>> seen;
  for (std::size_t i = 0; i < records.size(); ++i) {
    PairSeries& series = records[i].series;
    const auto* const kind = std::find(std::begin(kPairKinds), std::end(kPairKinds), records[i].kind);
    std::string problem =
        kind == std::end(kPairKinds) ? "has the kind " + Quoted(records[i].kind) : Problem(series, results);
    if (problem.empty()) {
      series.kind = static_cast<PairKind>(kind - std::begin(kPairKinds));
      const int dose = series.kind == PairKind::kDose ? series.cpuids : 0;
      if (!seen.emplace(series.kind, series.probe, series.name, dose).second) problem = "is there twice";
    }
    if (!problem.empty()) return tl::unexpected(Invalid(file, fmt::format("estimates[{}] {}", i, problem)));
    results.series.push_back(std::move(series));
  }
  return {};
}

}  // namespace

Result<PhaseResults> ParsePhases(std::string_view text, std::string_view file_name) {
  const auto json = ParseStrictJson(text, file_name);
  if (!json) return tl::unexpected<Error>(json.error());
  if (const auto schema = CheckSchema(*json, file_name); !schema) return tl::unexpected<Error>(schema.error());
  RecordReader reader(file_name);
  PhaseResults results;
  std::vector<SeriesRecord> records;
  reader.ReadField(*json, "", "engine", results.engine);
  reader.ReadField(*json, "", "conditions", results);
  reader.ReadField(*json, "", "estimates", records);
  if (reader.problem()) return tl::unexpected<Error>(*reader.problem());
  if (results.repetitions < 1 || !IsCount(results.repetitions))
    return tl::unexpected(Invalid(file_name, fmt::format("has {} repetitions", results.repetitions)));
  if (!IsCount(results.parameters))
    return tl::unexpected(Invalid(file_name, fmt::format("has {} parameters", results.parameters)));
  if (const auto added = AddSeries(std::move(records), file_name, results); !added)
    return tl::unexpected<Error>(added.error());
  return results;
}

Result<PhaseResults> ReadPhasesFile(const std::string& path) {
  const auto text = ReadTextFile(path, JsonLimits{}.bytes);
  if (!text) return tl::unexpected<Error>(text.error());
  return ParsePhases(*text, path);
}

Result<void> CheckSameSubject(const PhaseResults& phases, const Results& results) {
  const auto differ = [](const char* what, const std::string& a, const std::string& b) {
    return InvalidError(fmt::format(
        "The phases and the results are not of the same {} ({} and {}); measure both in one place, with one firstbyte.",
        what, Quoted(a), Quoted(b)));
  };
  const Context& context = results.context;
  const Protocol& protocol = results.protocol;
  if (phases.tool_version != context.tool_version)
    return differ("version of firstbyte", phases.tool_version, context.tool_version);
  if (phases.machine_id != context.machine_id) return differ("machine", phases.machine_id, context.machine_id);
  if (phases.platform != context.platform) return differ("platform", phases.platform, context.platform);
  if (phases.accel != context.accel) return differ("accelerator", phases.accel, context.accel);
  if (phases.level != protocol.level)
    return differ("level", std::to_string(phases.level), std::to_string(protocol.level));
  if (phases.corpus != protocol.corpus) return differ("pages", phases.corpus, protocol.corpus);
  // Phases are those of a whole page in one piece; the other cases stream, and set up differently.
  if (protocol.request_case != "linear") return differ("kind of request", "linear", protocol.request_case);
  const bool known = std::any_of(results.arms.begin(), results.arms.end(),
                                 [&](const Arm& arm) { return arm.engine == phases.engine; });
  if (!known) return differ("engine", phases.engine, results.arms.empty() ? "" : results.arms.front().engine);
  return {};
}

}  // namespace firstbyte::report
