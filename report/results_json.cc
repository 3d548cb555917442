// SPDX-License-Identifier: GPL-2.0-or-later
#include "report/results_json.h"

#include <fmt/core.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "report/record_json.h"
#include "report/results_fields.h"
#include "report/strict_json.h"
#include "report/text.h"

namespace firstbyte::report {
namespace {

using Json = nlohmann::ordered_json;

std::string Line(const Json& json) { return json.dump(-1, ' ', false, Json::error_handler_t::replace); }

// A value that fits on one line: nothing in it is an array of objects.
bool IsFlat(const Json& json) {
  if (json.is_array()) return std::none_of(json.begin(), json.end(), [](const Json& j) { return j.is_structured(); });
  return std::all_of(json.begin(), json.end(), [](const Json& j) { return !j.is_structured() || IsFlat(j); });
}

// Breaks what is not flat into one element per line, indented by one space a level.
void Lay(const Json& json, std::size_t level, std::string& out) {
  if (!json.is_structured() || IsFlat(json)) {
    out += Line(json);
    return;
  }
  const std::string indent = "\n" + std::string(level + 1, ' ');
  out += json.is_array() ? "[" : "{";
  for (auto it = json.begin(); it != json.end(); ++it) {
    if (it != json.begin()) out += ",";
    out += indent;
    if (json.is_object()) out += Line(it.key()) + ": ";
    Lay(*it, level + 1, out);
  }
  out += "\n" + std::string(level, ' ') + (json.is_array() ? "]" : "}");
}

// Why a field is null that was added after the file was written.
constexpr char kOlderWriter[] = "the version of Firstbyte that wrote this file did not count it";

// Of a sample, whose nulls have reasons.
std::vector<std::string> FieldsAddedLater() {
  std::vector<std::string> fields;
  auto visit = [&fields](const char* name, const auto&, Presence presence = Presence::kRequired) {
    if (presence == Presence::kAddedLater) fields.emplace_back(name);
  };
  const Sample sample;
  Fields(visit, sample);
  return fields;
}

Json SchemaObject() { return Json{{kSchemaField, kSchema}}; }

void Append(Json& object, const char* name, Json value) { object[name] = std::move(value); }

// Two different formats that share a few names are worse than an unreadable file, so the schema comes before everything
// else.
Result<void> CheckSchema(const Json& json, std::string_view file) {
  const auto known = fmt::format("this version reads {}", kSchema);
  if (!json.is_object()) return InvalidError(fmt::format("{} holds no JSON object; {}.", file, known));
  const auto schema = json.find(kSchemaField);
  if (schema == json.end()) return InvalidError(fmt::format("{} does not say its schema; {}.", file, known));
  if (!schema->is_string() || schema->get_ref<const std::string&>() != kSchema) {
    const std::string other = schema->is_string() ? schema->get<std::string>() : Line(*schema);
    return InvalidError(fmt::format("{} has the schema {}; {}.", file, Quoted(other), known));
  }
  return {};
}

template <typename Read>
Result<Results> ReadChecked(std::string_view text, std::string_view file, Read read) {
  const auto json = ParseStrictJson(text, file);
  if (!json) return tl::unexpected(json.error());
  if (const auto schema = CheckSchema(*json, file); !schema) return tl::unexpected(schema.error());
  RecordReader reader(file);
  Results results;
  read(*json, reader, results);
  if (reader.problem()) return tl::unexpected(*reader.problem());
  for (const std::string& field : FieldsAddedLater()) {
    if (reader.absent().contains(field)) results.not_measured.try_emplace(field, kOlderWriter);
  }
  return results;
}

template <typename Record>
Result<Record> ReadPiece(std::string_view text, std::string_view place) {
  const auto json = ParseStrictJson(text, place);
  if (!json) return tl::unexpected(json.error());
  RecordReader reader(place);
  Record record;
  reader.Read(*json, "", record);
  if (reader.problem()) return tl::unexpected(*reader.problem());
  return record;
}

// Lists the fields of T's record below `prefix`.
template <typename T>
void List(const std::string& prefix, std::vector<FieldDescription>& list);

template <typename T>
std::string TypeName() {
  if constexpr (std::same_as<T, std::string>) return "string";
  if constexpr (std::integral<T>) return "integer";
  if constexpr (kIsStringMap<T>) return "object of strings";
  if constexpr (IsOptional<T>::value) return TypeName<typename T::value_type>() + " or null";
  if constexpr (IsVector<T>::value) return "array of " + TypeName<typename T::value_type>() + "s";
  return "object";
}

template <typename T>
void ListMember(const std::string& path, std::vector<FieldDescription>& list) {
  list.push_back({path, TypeName<T>()});
  if constexpr (IsVector<T>::value) {
    if constexpr (std::is_class_v<typename T::value_type>) List<typename T::value_type>(path + "[].", list);
  } else if constexpr (std::is_class_v<T> && !std::same_as<T, std::string> && !kIsStringMap<T> &&
                       !IsOptional<T>::value) {
    List<T>(path + ".", list);
  }
}

template <typename T>
void List(const std::string& prefix, std::vector<FieldDescription>& list) {
  auto visit = [&]<typename M>(const char* name, const M&, Presence = Presence::kRequired) {
    ListMember<M>(prefix + name, list);
  };
  const T record{};
  Fields(visit, record);
}

}  // namespace

std::string ToJson(const Results& results) {
  Json json = SchemaObject();
  auto visit = [&json](const char* name, const auto& member) { Append(json, name, RecordToJson(member)); };
  Fields(visit, results);
  std::string text;
  Lay(json, 0, text);
  return text + "\n";
}

std::string HeaderToJson(const Results& results) {
  Json json = SchemaObject();
  auto visit = [&json](const char* name, const auto& member) { Append(json, name, RecordToJson(member)); };
  HeaderFields(visit, results);
  return Line(json);
}

std::string ProcessToJson(const Process& process) { return Line(RecordToJson(process)); }

std::string RoundToJson(const Round& round) { return Line(RecordToJson(round)); }

Result<Results> FromJson(std::string_view text, std::string_view file_name) {
  return ReadChecked(text, file_name,
                     [](const Json& json, RecordReader& reader, Results& results) { reader.Read(json, "", results); });
}

Result<Results> HeaderFromJson(std::string_view text, std::string_view place) {
  auto header = ReadChecked(text, place, [](const Json& json, RecordReader& reader, Results& results) {
    auto visit = [&](const char* name, auto& member) { reader.ReadField(json, "", name, member); };
    HeaderFields(visit, results);
  });
  // Its rounds come later. Who knows these fields gives a reason for each beforehand, for want of knowing what happens.
  if (header) {
    for (const std::string& field : FieldsAddedLater()) header->not_measured.try_emplace(field, kOlderWriter);
  }
  return header;
}

Result<Process> ProcessFromJson(std::string_view text, std::string_view place) {
  return ReadPiece<Process>(text, place);
}

Result<Round> RoundFromJson(std::string_view text, std::string_view place) { return ReadPiece<Round>(text, place); }

std::vector<FieldDescription> ListFields() {
  std::vector<FieldDescription> list = {{kSchemaField, "string"}};
  List<Results>("", list);
  return list;
}

std::vector<std::string> NullFields(const Sample& sample) {
  std::vector<std::string> fields;
  auto visit = [&fields]<typename T>(const char* name, const T& member, Presence = Presence::kRequired) {
    if constexpr (IsOptional<T>::value) {
      if (!member) fields.emplace_back(name);
    }
  };
  Fields(visit, sample);
  return fields;
}

}  // namespace firstbyte::report
