// SPDX-License-Identifier: GPL-2.0-or-later
#include "report/exact_counts.h"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <set>
#include <utility>

#include "report/record_json.h"
#include "report/results_fields.h"
#include "report/results_file.h"
#include "report/strict_json.h"

namespace firstbyte::report {

void CellFields(auto& visit, Is<ExactCells> auto& cells) {
  visit("cpuids", cells.cpuids);
  visit("instructions", cells.instructions);
  visit("bytes_cleared", cells.bytes_cleared);
  visit("bytes_stored", cells.bytes_stored);
}

void Fields(auto& visit, Is<ExactRow> auto& row) {
  visit("engine", row.engine);
  visit("arm", row.arm);
  visit("operation", row.operation);
  visit("requests", row.requests);
  CellFields(visit, row.cells);
}

void Fields(auto& visit, Is<ExactPhase> auto& phase) {
  visit("engine", phase.engine);
  visit("probe", phase.probe);
  visit("phase", phase.phase);
  CellFields(visit, phase.cells);
}

void Fields(auto& visit, Is<CompressedSize> auto& size) {
  visit("engine", size.engine);
  visit("pages", size.pages);
  visit("count", size.count);
  visit("bytes", size.bytes);
}

void Fields(auto& visit, Is<ExactEngine> auto& engine) {
  visit("name", engine.name);
  visit("version", engine.version);
  visit("compiler", engine.compiler);
  visit("flags", engine.flags);
  visit("source", engine.source);
  visit("source_sha256", engine.source_sha256);
}

void Fields(auto& visit, Is<ExactCounts> auto& counts) {
  visit("tool_version", counts.tool_version);
  visit("counter", counts.counter);
  visit("control", counts.control);
  visit("pages", counts.pages);
  visit("pages_sha256", counts.pages_sha256);
  visit("not_measured", counts.not_measured);
  visit("engines", counts.engines);
  visit("rows", counts.rows);
  visit("phases", counts.phases);
  visit("no_phases", counts.no_phases);
  visit("sizes", counts.sizes);
}

namespace {

using Json = nlohmann::ordered_json;

constexpr char kEngineField[] = "engine";
constexpr char kCompilerField[] = "compiler";

constexpr double kMostCounted = 9007199254740992.0;  // 2^53: from there on a double is no exact count

Error Invalid(std::string_view file, const std::string& what) {
  return {ExitCode::kInvalid, fmt::format("{}: {}.", file, what)};
}

bool Says(const Json& json, const char* key, const std::string& text) {
  const auto found = json.find(key);
  return found != json.end() && found->is_string() && found->get_ref<const std::string&>() == text;
}

Result<void> CheckSchema(const Json& json, std::string_view file) {
  if (json.is_object() && Says(json, kSchemaField, kCountsSchema)) return {};
  return tl::unexpected(Invalid(
      file, fmt::format("does not say that it is {}; write it with `firstbyte count --format=json`", kCountsSchema)));
}

bool IsCount(const std::optional<double>& count) {
  return !count || (std::isfinite(*count) && *count > -kMostCounted && *count < kMostCounted);
}

bool AreCounts(const ExactCells& cells) {
  return IsCount(cells.cpuids) && IsCount(cells.instructions) && IsCount(cells.bytes_cleared) &&
         IsCount(cells.bytes_stored) && cells.cpuids.has_value() == cells.instructions.has_value() &&
         cells.cpuids.has_value() == cells.bytes_cleared.has_value() &&
         cells.cpuids.has_value() == cells.bytes_stored.has_value();
}

// What is there twice, of which whoever looks it up would see the first alone; empty if nothing is.
std::string Repeated(const ExactCounts& counts) {
  std::set<std::string> names;
  for (const ExactEngine& engine : counts.engines) {
    if (!names.insert(engine.name).second) return "lists the engine " + Quoted(engine.name) + " twice";
  }
  std::set<std::pair<std::string, std::string>> rows;
  const auto twice = [&rows](const std::string& engine, const std::string& row) {
    return rows.emplace(engine, row).second ? "" : fmt::format("has {} of {} twice", Quoted(row), Quoted(engine));
  };
  std::string problem;
  for (const ExactRow& row : counts.rows) {
    if (problem.empty()) problem = twice(row.engine, row.operation + " " + row.arm);
  }
  for (const ExactPhase& phase : counts.phases) {
    if (problem.empty()) problem = twice(phase.engine, fmt::format("phase {} ({})", phase.phase, phase.probe));
  }
  for (const CompressedSize& size : counts.sizes) {
    if (problem.empty()) problem = twice(size.engine, fmt::format("size of {} pages", size.pages));
  }
  return problem;
}

// The first thing that makes no sense; empty if all does.
std::string Problem(const ExactCounts& counts) {
  if (counts.engines.empty()) return "lists no engine";
  const auto listed = [&](const std::string& name) {
    return std::any_of(counts.engines.begin(), counts.engines.end(), [&](const auto& e) { return e.name == name; });
  };
  bool nulls = false;
  for (const ExactRow& row : counts.rows) {
    if (!listed(row.engine)) return "has a row of " + Quoted(row.engine) + ", which it does not list";
    if (!AreCounts(row.cells)) return "has a row whose counts are half there or out of range";
    nulls = nulls || !row.cells.cpuids;
  }
  for (const ExactPhase& phase : counts.phases) {
    if (!listed(phase.engine)) return "has a phase of " + Quoted(phase.engine) + ", which it does not list";
    if (!AreCounts(phase.cells)) return "has a phase whose counts are half there or out of range";
    nulls = nulls || !phase.cells.cpuids;
  }
  for (const CompressedSize& size : counts.sizes) {
    if (!listed(size.engine)) return "has a size of " + Quoted(size.engine) + ", which it does not list";
    if (size.count < 1 || size.bytes < 1) return "has a compressed size of nothing";
  }
  if (nulls && !counts.not_measured) return "has rows that were not counted, and no reason";
  return Repeated(counts);
}

// `engine` and `compiler` at the top are those of the first engine.
std::string HeadProblem(const Json& json, const ExactCounts& counts) {
  const ExactEngine& first = counts.engines.front();
  if (!Says(json, kEngineField, first.name)) return "does not name its first engine at the top";
  if (!Says(json, kCompilerField, first.compiler)) return "does not name the compiler of its first engine at the top";
  return "";
}

}  // namespace

std::string CountsJson(const ExactCounts& counts) {
  // What others build on comes first: the reference engine and what all were compiled with.
  Json root = {{kSchemaField, kCountsSchema}};
  root[kEngineField] = counts.engines.empty() ? Json() : Json(counts.engines.front().name);
  root[kCompilerField] = counts.engines.empty() ? Json() : Json(counts.engines.front().compiler);
  root.update(RecordToJson(counts));
  return root.dump(1, ' ', false, Json::error_handler_t::replace) + "\n";
}

Result<ExactCounts> ParseCounts(std::string_view text, std::string_view file_name) {
  const auto json = ParseStrictJson(text, file_name);
  if (!json) return tl::unexpected<Error>(json.error());
  if (const auto schema = CheckSchema(*json, file_name); !schema) return tl::unexpected<Error>(schema.error());
  RecordReader reader(file_name);
  ExactCounts counts;
  reader.Read(*json, "", counts);
  if (reader.problem()) return tl::unexpected<Error>(*reader.problem());
  std::string problem = Problem(counts);
  if (problem.empty()) problem = HeadProblem(*json, counts);
  if (!problem.empty()) return tl::unexpected(Invalid(file_name, problem));
  return counts;
}

Result<ExactCounts> ReadCountsFile(const std::string& path) {
  const auto text = ReadTextFile(path, JsonLimits{}.bytes);
  if (!text) return tl::unexpected<Error>(text.error());
  return ParseCounts(*text, path);
}

}  // namespace firstbyte::report
