// SPDX-License-Identifier: GPL-2.0-or-later
#include "report/strict_json.h"

#include <fmt/core.h>

#include <algorithm>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "report/text.h"

namespace firstbyte::report {
namespace {

using Json = nlohmann::ordered_json;

// Builds the document from the parser's events. A refused event leaves the reason in `problem` and stops the parser.
class Builder {
 public:
  Builder(std::string_view text, const JsonLimits& limits) : text_(text), limits_(limits) {}

  bool null() { return Add(Json()); }
  bool boolean(bool value) { return Add(Json(value)); }
  bool number_integer(std::int64_t value) { return Add(Json(value)); }
  bool number_unsigned(std::uint64_t value) { return Add(Json(value)); }
  bool number_float(double value, const std::string&) { return Add(Json(value)); }
  bool string(std::string& value) { return Add(Json(std::move(value))); }
  bool binary(Json::binary_t&) { return Refuse("holds binary data, which JSON has not"); }

  bool start_object(std::size_t) { return Open(Json::object()); }
  bool start_array(std::size_t) { return Open(Json::array()); }
  bool end_object() { return Close(); }
  bool end_array() { return Close(); }

  bool key(std::string& name) {
    auto& members = open_.back()->get_ref<Json::object_t&>();
    if (std::any_of(members.begin(), members.end(), [&](const auto& member) { return member.first == name; })) {
      return Refuse(fmt::format("has the key {} twice in one object ({})", Quoted(name), Place()));
    }
    if (members.size() == limits_.keys) {
      return Refuse(fmt::format("has an object with more than {} keys ({})", limits_.keys, Place()));
    }
    members.emplace_back(std::move(name), Json());
    return true;
  }

  bool parse_error(std::size_t position, const std::string&, const Json::exception& error) {
    // The parser counts the end of the text as one more character.
    if (position > text_.size()) return Refuse(fmt::format("is cut off: the JSON does not end ({})", Line(position)));
    if (error.id == kNumberOverflow) {
      return Refuse(fmt::format("holds a number that is too large ({})", Line(position)));
    }
    return Refuse(fmt::format("is not valid JSON ({})", Line(position)));
  }

  Json root;
  std::string problem;

 private:
  static constexpr int kNumberOverflow = 406;

  bool Refuse(std::string sentence) {
    problem = std::move(sentence);
    return false;
  }

  Json* Put(Json value) {
    if (open_.empty()) {
      root = std::move(value);
      return &root;
    }
    if (open_.back()->is_array()) {
      auto& elements = open_.back()->get_ref<Json::array_t&>();
      elements.push_back(std::move(value));
      return &elements.back();
    }
    Json& member = open_.back()->get_ref<Json::object_t&>().back().second;
    member = std::move(value);
    return &member;
  }

  bool Add(Json value) {
    if (++values_ > limits_.values) return Refuse(fmt::format("holds more than {} values", limits_.values));
    Put(std::move(value));
    return true;
  }

  bool Open(Json container) {
    if (open_.size() == limits_.depth) return Refuse(fmt::format("is nested more than {} levels deep", limits_.depth));
    if (++values_ > limits_.values) return Refuse(fmt::format("holds more than {} values", limits_.values));
    open_.push_back(Put(std::move(container)));
    return true;
  }

  bool Close() {
    open_.pop_back();
    return true;
  }

  // Where the parser stands: "runs[2].rounds[0]".
  std::string Place() const {
    std::string place;
    for (std::size_t i = 0; i + 1 < open_.size(); ++i) {
      if (open_[i]->is_array()) {
        place += fmt::format("[{}]", open_[i]->size() - 1);
      } else {
        place += (place.empty() ? "" : ".") + Printable(open_[i]->get_ref<const Json::object_t&>().back().first);
      }
    }
    return place.empty() ? "top level" : place;
  }

  std::string Line(std::size_t position) const {
    const std::string_view before = text_.substr(0, std::min(position == 0 ? 0 : position - 1, text_.size()));
    const auto line = std::count(before.begin(), before.end(), '\n') + 1;
    const std::size_t start = before.rfind('\n');
    const std::size_t column = before.size() - (start == std::string_view::npos ? 0 : start + 1) + 1;
    return fmt::format("line {}, column {}", line, column);
  }

  std::string_view text_;
  const JsonLimits& limits_;
  // The containers that are open, outermost first. Only the innermost grows, so the pointers stay valid.
  std::vector<Json*> open_;
  std::size_t values_ = 0;
};

}  // namespace

Result<Json> ParseStrictJson(std::string_view text, std::string_view name, const JsonLimits& limits) {
  if (text.size() > limits.bytes) {
    return InvalidError(fmt::format("{} has {} bytes; more than {} are not read.", name, text.size(), limits.bytes));
  }
  if (text.find_first_not_of(" \t\r\n") == std::string_view::npos) {
    return InvalidError(fmt::format("{} is empty.", name));
  }
  // The parser takes a NUL for the end of the text and would ignore what stands behind it, such as the zeros of a file
  // that a crash left unwritten.
  if (text.find('\0') != std::string_view::npos) {
    return InvalidError(fmt::format("{} is not valid JSON: it contains a NUL byte.", name));
  }
  Builder builder(text, limits);
  if (!Json::sax_parse(text.begin(), text.end(), &builder)) {
    return InvalidError(fmt::format("{} {}.", name, builder.problem));
  }
  return std::move(builder.root);
}

}  // namespace firstbyte::report
