// SPDX-License-Identifier: GPL-2.0-or-later
#include "cli/measurement_file.h"

#include <algorithm>
#include <cstddef>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string_view>
#include <system_error>

#include "report/calibration_json.h"
#include "report/exact_counts.h"
#include "report/lab_recording.h"
#include "report/phase_json.h"
#include "report/profile_json.h"
#include "report/results.h"
#include "report/results_file.h"
#include "report/strict_json.h"

namespace firstbyte::cli {
namespace {

constexpr const char* kSchemas[] = {report::kSchema,    report::kPhasesSchema,  report::kCalibrationSchema,
                                    report::kLabSchema, report::kProfileSchema, report::kCountsSchema};

constexpr std::string_view kKey = "\"schema\"";
constexpr std::string_view kBlanks = " \t\r\n";
constexpr std::size_t kBlock = 65536;
// More than a key, its value and the blanks between them take.
constexpr std::size_t kOverlap = 256;

std::string_view WithoutBlanks(std::string_view text) {
  return text.substr(std::min(text.find_first_not_of(kBlanks), text.size()));
}

// Of ours, what the text that begins behind the key says: `: "firstbyte/1"`.
std::optional<std::string> SchemaBehindKey(std::string_view text) {
  text = WithoutBlanks(text);
  if (!text.starts_with(':')) return {};
  text = WithoutBlanks(text.substr(1));
  for (const std::string_view schema : kSchemas) {
    if (text.starts_with('"') && text.substr(1).starts_with(schema) && text.substr(1 + schema.size()).starts_with('"'))
      return std::string(schema);
  }
  return {};
}

std::optional<std::string> SchemaIn(std::string_view text) {
  for (std::size_t at = text.find(kKey); at != std::string_view::npos; at = text.find(kKey, at + 1)) {
    if (auto schema = SchemaBehindKey(text.substr(at + kKey.size()))) return schema;
  }
  return {};
}

// A journal's first line begins with a word, and ours say within their first bytes what they are.
std::optional<std::string> DeclaredAtTheStart(std::string_view text) {
  for (const char* const schema : kSchemas) {
    if (report::DeclaresSchema(text, schema)) return schema;
  }
  return {};
}

// A page that shows results may name their schema, too.
bool MayBeJson(std::string_view text) {
  constexpr std::string_view kByteOrderMark = "\xef\xbb\xbf";
  if (text.starts_with(kByteOrderMark)) text.remove_prefix(kByteOrderMark.size());
  text = WithoutBlanks(text);
  return text.starts_with('{') || text.starts_with('[');
}

}  // namespace

std::optional<std::string> MeasurementIn(const std::string& path) {
  std::error_code error;
  if (!std::filesystem::is_regular_file(path, error)) return {};
  std::ifstream file(path, std::ios::binary);
  std::string block(kBlock, '\0');
  std::string text;
  for (std::size_t seen = 0; file && seen < report::JsonLimits{}.bytes; seen += kBlock) {
    file.read(block.data(), static_cast<std::streamsize>(block.size()));
    text.append(block, 0, static_cast<std::size_t>(file.gcount()));
    if (seen == 0) {
      if (auto schema = DeclaredAtTheStart(text)) return schema;
      if (!MayBeJson(text)) return {};
    }
    if (auto schema = SchemaIn(text)) return schema;
    text.erase(0, text.size() - std::min(text.size(), kOverlap));
  }
  return {};
}

}  // namespace firstbyte::cli
