// SPDX-License-Identifier: GPL-2.0-or-later
#include "report/published.h"

#include <fmt/core.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <system_error>
#include <utility>

#include "report/cells.h"
#include "report/record_json.h"
#include "report/results_file.h"
#include "report/strict_json.h"
#include "report/text.h"

namespace firstbyte::report {

// Found by RecordReader through the types' namespace, so not in the unnamed one.
static void Fields(auto& visit, PublishedRow& row) {
  visit("name", row.name);
  visit("baseline", row.baseline);
  visit("arm", row.arm);
  visit("delta", row.delta);
  visit("percent", row.percent);
}

static void Fields(auto& visit, PublishedGroup& group) {
  visit("label", group.label);
  visit("setup", group.setup);
  visit("rows", group.rows);
}

static void Fields(auto& visit, PublishedTable& table) {
  visit("subject", table.subject);
  visit("author", table.author);
  visit("date", table.date);
  visit("message_id", table.message_id);
  visit("provenance", table.provenance);
  visit("method", table.method);
  visit("arm_heading", table.arm_heading);
  visit("delta_heading", table.delta_heading);
  visit("percent_means", table.percent_means);
  visit("baseline_cpuids", table.baseline_cpuids);
  visit("arm_cpuids", table.arm_cpuids);
  visit("groups", table.groups);
}

namespace {

constexpr char kPublishedSchema[] = "firstbyte-published/1";
constexpr std::size_t kMaxBytes = 1 << 20;

// More than any request executes by far.
constexpr std::int64_t kMostCpuids = 1000;

// The number in a cell that is printed as this program prints it; so a slip of the typist is found when the file is
// read.
std::optional<double> ParseCell(std::string cell, std::string (*print)(double)) {
  const std::string printed = cell;
  cell.erase(std::remove(cell.begin(), cell.end(), ','), cell.end());
  const double value = std::strtod(cell.c_str(), nullptr);
  // Larger is no time of an operation, and would not survive the way to an integer and back.
  if (!(value > -1e15 && value < 1e15) || print(value) != printed) return {};
  return value;
}

std::string PrintNs(double ns) { return FormatNs(ns) + " ns"; }

Result<void> CheckRow(PublishedRow& row, const std::string& place) {
  const auto wrong = [&](const char* field, const std::string& cell, const char* model) {
    return InvalidError(fmt::format("{}.{} is {}; a cell looks like \"{}\".", place, field, Quoted(cell), model));
  };
  const auto baseline = ParseCell(row.baseline, PrintNs);
  const auto arm = ParseCell(row.arm, PrintNs);
  if (!baseline || *baseline <= 0) return wrong("baseline", row.baseline, "52,283 ns");
  if (!arm || *arm <= 0) return wrong("arm", row.arm, "52,283 ns");
  if (row.delta && !ParseCell(*row.delta, PrintNs)) return wrong("delta", *row.delta, "52,283 ns");
  const auto percent = ParseCell(row.percent, FormatPercent);
  if (!percent) return wrong("percent", row.percent, "2.4%");
  row.baseline_ns = *baseline;
  row.arm_ns = *arm;
  row.percent_value = *percent;
  return {};
}

Result<void> CheckTable(PublishedTable& table, const std::string& name) {
  if (table.percent_means != "saved" && table.percent_means != "changed") {
    return InvalidError(
        fmt::format("{}: percent_means is {}; it must be saved or changed.", name, Quoted(table.percent_means)));
  }
  if (table.baseline_cpuids > kMostCpuids || table.arm_cpuids < 0 || table.arm_cpuids >= table.baseline_cpuids) {
    return InvalidError(fmt::format(
        "{}: arm_cpuids is {} and baseline_cpuids {}; from 0 upwards, the arm must have fewer, the baseline "
        "at most {}.",
        name, table.arm_cpuids, table.baseline_cpuids, kMostCpuids));
  }
  for (std::size_t g = 0; g < table.groups.size(); ++g) {
    for (std::size_t r = 0; r < table.groups[g].rows.size(); ++r) {
      const std::string place = fmt::format("{}: groups[{}].rows[{}]", name, g, r);
      if (auto row = CheckRow(table.groups[g].rows[r], place); !row) return row;
    }
  }
  return {};
}

Result<std::vector<std::string>> ListJsonFiles(const std::string& directory) {
  std::error_code error;
  std::filesystem::directory_iterator entry(directory, error);
  std::vector<std::string> files;
  for (; !error && entry != std::filesystem::directory_iterator(); entry.increment(error)) {
    if (entry->path().extension() == ".json") files.push_back(entry->path().string());
  }
  if (error) return UsageError(fmt::format("Cannot read the directory {}: {}.", directory, error.message()));
  if (files.empty()) return UsageError(fmt::format("{} holds no published tables (*.json).", directory));
  std::sort(files.begin(), files.end());
  return files;
}

}  // namespace

Result<PublishedTable> ParsePublished(const std::string& text, const std::string& name) {
  const auto json = ParseStrictJson(text, name);
  if (!json) return tl::unexpected(json.error());
  RecordReader reader(name);
  std::string schema;
  PublishedTable table;
  reader.Read(*json, "", table);
  reader.ReadField(*json, "", "schema", schema);
  if (reader.problem()) return tl::unexpected(*reader.problem());
  if (schema != kPublishedSchema) {
    return InvalidError(
        fmt::format("{} has the schema {}; this version reads {}.", name, Quoted(schema), kPublishedSchema));
  }
  if (const auto checked = CheckTable(table, name); !checked) return tl::unexpected(checked.error());
  return table;
}

Result<std::vector<PublishedTable>> ReadPublished(const std::string& directory) {
  const auto files = ListJsonFiles(directory);
  if (!files) return tl::unexpected(files.error());
  std::vector<PublishedTable> tables;
  for (const std::string& file : *files) {
    const auto text = ReadTextFile(file, kMaxBytes);
    if (!text) return tl::unexpected(text.error());
    auto table = ParsePublished(*text, file);
    if (!table) return tl::unexpected(table.error());
    tables.push_back(*std::move(table));
  }
  return tables;
}

}  // namespace firstbyte::report
