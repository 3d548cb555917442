// SPDX-License-Identifier: GPL-2.0-or-later
// Conversion between JSON and a record: any struct for which Fields(visit, record) names its members
// (report/results_fields.h is the model). Members are strings, numbers, optionals, vectors, string maps and records.
// An empty optional is null, and null is accepted only for an optional; every field must be there unless it was added
// later (report/field_presence.h), extra keys are ignored. The first problem wins; it is one sentence with the file and
// the place.
#ifndef FIRSTBYTE_REPORT_RECORD_JSON_H_
#define FIRSTBYTE_REPORT_RECORD_JSON_H_

#include <fmt/core.h>

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "base/error.h"
#include "report/field_presence.h"
#include "report/text.h"

namespace firstbyte::report {

template <typename T>
struct IsOptional : std::false_type {};
template <typename T>
struct IsOptional<std::optional<T>> : std::true_type {};
template <typename T>
struct IsVector : std::false_type {};
template <typename T>
struct IsVector<std::vector<T>> : std::true_type {};
template <typename T>
inline constexpr bool kIsStringMap = std::same_as<T, std::map<std::string, std::string>>;

template <typename T>
nlohmann::ordered_json RecordToJson(const T& value) {
  using Json = nlohmann::ordered_json;
  if constexpr (std::integral<T> || std::floating_point<T> || std::same_as<T, std::string>) {
    return value;
  } else if constexpr (IsOptional<T>::value) {
    return value ? RecordToJson(*value) : Json();
  } else if constexpr (IsVector<T>::value) {
    Json array = Json::array();
    for (const auto& element : value) array.push_back(RecordToJson(element));
    return array;
  } else if constexpr (kIsStringMap<T>) {
    Json object = Json::object();
    for (const auto& [key, text] : value) object[key] = text;
    return object;
  } else {
    Json object = Json::object();
    auto visit = [&object](const char* name, const auto& member, Presence = Presence::kRequired) {
      object[name] = RecordToJson(member);
    };
    Fields(visit, value);
    return object;
  }
}

class RecordReader {
 public:
  using Json = nlohmann::ordered_json;

  explicit RecordReader(std::string_view file) : file_(file) {}

  // Reads `json`, which stands at `place` ("" for the top level), into `out`; does nothing once there was a problem.
  template <typename T>
  void Read(const Json& json, const std::string& place, T& out) {
    if (problem_) return;
    if constexpr (std::same_as<T, std::string>) {
      if (!json.is_string()) return Wrong(json, place, "a string");
      out = json.get_ref<const std::string&>();
    } else if constexpr (std::integral<T>) {
      ReadInteger(json, place, out);
    } else if constexpr (std::floating_point<T>) {
      if (!json.is_number()) return Wrong(json, place, "a number");
      out = json.get<T>();
    } else if constexpr (IsOptional<T>::value) {
      out.reset();
      if (!json.is_null()) Read(json, place, out.emplace());
    } else if constexpr (IsVector<T>::value) {
      ReadArray(json, place, out);
    } else if constexpr (kIsStringMap<T>) {
      ReadStringMap(json, place, out);
    } else {
      if (!json.is_object()) return Wrong(json, place, "an object");
      auto visit = [&](const char* name, auto& member, Presence presence = Presence::kRequired) {
        ReadField(json, place, name, member, presence);
      };
      Fields(visit, out);
    }
  }

  template <typename T>
  void ReadField(const Json& object, const std::string& place, const char* name, T& out,
                 Presence presence = Presence::kRequired) {
    if (problem_) return;
    const std::string inner = place.empty() ? name : place + "." + name;
    const auto found = object.find(name);
    if (found == object.end() && presence == Presence::kAddedLater) {
      out = T();
      absent_.insert(name);
      return;
    }
    if (found == object.end()) {
      problem_ = Error{ExitCode::kInvalid, fmt::format("{}: {} is missing.", file_, inner)};
      return;
    }
    Read(*found, inner, out);
  }

  const std::optional<Error>& problem() const { return problem_; }

  // Names of fields that were added later and were not there.
  const std::set<std::string>& absent() const { return absent_; }

 private:
  template <std::integral T>
  void ReadInteger(const Json& json, const std::string& place, T& out) {
    if (!json.is_number_integer()) return Wrong(json, place, "an integer");
    const bool fits = json.is_number_unsigned() ? std::in_range<T>(json.get<std::uint64_t>())
                                                : std::in_range<T>(json.get<std::int64_t>());
    if (!fits) return Wrong(json, place, fmt::format("a {}-bit integer", 8 * sizeof(T)));
    out = json.get<T>();
  }

  template <typename T>
  void ReadArray(const Json& json, const std::string& place, std::vector<T>& out) {
    if (!json.is_array()) return Wrong(json, place, "an array");
    out.resize(json.size());
    for (std::size_t i = 0; i < json.size() && !problem_; ++i) Read(json[i], fmt::format("{}[{}]", place, i), out[i]);
  }

  void ReadStringMap(const Json& json, const std::string& place, std::map<std::string, std::string>& out) {
    if (!json.is_object()) return Wrong(json, place, "an object");
    out.clear();
    for (const auto& [key, value] : json.items()) Read(value, place + "." + Printable(key), out[key]);
  }

  void Wrong(const Json& json, const std::string& place, std::string_view expected) {
    problem_ =
        Error{ExitCode::kInvalid, fmt::format("{}: {} is {}; {} belongs there.", file_,
                                              place.empty() ? "the top level" : place, Describe(json), expected)};
  }

  static std::string Describe(const Json& json) {
    if (json.is_object()) return "an object";
    if (json.is_array()) return "an array";
    if (json.is_string()) return "the string " + Quoted(json.get_ref<const std::string&>());
    return json.dump();
  }

  std::string file_;
  std::optional<Error> problem_;
  std::set<std::string> absent_;
};

}  // namespace firstbyte::report

#endif  // FIRSTBYTE_REPORT_RECORD_JSON_H_
