// SPDX-License-Identifier: GPL-2.0-or-later
#include "perf/tracepoint.h"

#include <fmt/core.h>

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <system_error>

#include "base/number.h"
#include "perf/machine_file.h"
#include "perf/refusal.h"

namespace firstbyte::perf {
namespace {

constexpr std::string_view kField = "field:";

std::string_view Trimmed(std::string_view text) {
  constexpr char kWhite[] = " \t\r";
  const std::size_t first = text.find_first_not_of(kWhite);
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(kWhite) - first + 1);
}

// The next line, cut off the text.
std::string_view CutLine(std::string_view& text) {
  const std::size_t end = text.find('\n');
  const std::string_view line = text.substr(0, end);
  text = end == std::string_view::npos ? std::string_view() : text.substr(end + 1);
  return Trimmed(line);
}

// What follows `key` in a line, up to `end`.
std::optional<std::string_view> ValueOf(std::string_view line, std::string_view key, char end) {
  const std::size_t at = line.find(key);
  if (at == std::string_view::npos) return std::nullopt;
  const std::string_view rest = line.substr(at + key.size());
  return Trimmed(rest.substr(0, rest.find(end)));
}

template <typename T>
std::optional<T> NumberOf(std::string_view line, std::string_view key) {
  const auto text = ValueOf(line, key, ';');
  return text ? ParseNumber<T>(*text) : std::nullopt;
}

// "unsigned long guest_rip", "u8 insn[15]", "__data_loc char[] name": the name is the last word, without brackets.
bool SplitDeclaration(std::string_view declaration, TracepointField& field) {
  const std::size_t blank = declaration.find_last_of(" *");
  if (blank == std::string_view::npos || blank + 1 == declaration.size()) return false;
  const std::string_view word = declaration.substr(blank + 1);
  const std::size_t bracket = word.find('[');
  field.name = word.substr(0, bracket);
  field.type = Trimmed(declaration.substr(0, blank + 1));
  if (bracket != std::string_view::npos) field.type += word.substr(bracket);
  return !field.name.empty();
}

std::optional<TracepointField> ParseField(std::string_view line) {
  TracepointField field;
  const auto declaration = ValueOf(line, kField, ';');
  const auto offset = NumberOf<std::size_t>(line, "offset:");
  const auto size = NumberOf<std::size_t>(line, "size:");
  const auto is_signed = NumberOf<int>(line, "signed:");
  if (!declaration || !offset || !size || !is_signed || !SplitDeclaration(*declaration, field)) return std::nullopt;
  field.offset = *offset;
  field.size = *size;
  field.is_signed = *is_signed != 0;
  return field;
}

}  // namespace

const TracepointField* TracepointFormat::Find(std::string_view field) const {
  for (const TracepointField& candidate : fields) {
    if (candidate.name == field) return &candidate;
  }
  return nullptr;
}

Result<TracepointFormat> ParseTracepointFormat(std::string_view text) {
  TracepointFormat format;
  std::optional<std::uint64_t> id;
  while (!text.empty()) {
    const std::string_view line = CutLine(text);
    if (line.substr(0, 10) == "print fmt:") break;
    if (line.substr(0, 5) == "name:") format.name = Trimmed(line.substr(5));
    if (line.substr(0, 3) == "ID:") id = ParseNumber<std::uint64_t>(Trimmed(line.substr(3)));
    if (line.substr(0, kField.size()) != kField) continue;
    auto field = ParseField(line);
    if (!field) return InvalidError(fmt::format("the line \"{}\" is no field", line));
    format.fields.push_back(*std::move(field));
  }
  if (format.name.empty() || !id) return InvalidError("it has no name or no ID");
  if (format.fields.empty()) return InvalidError("it has no fields");
  format.id = *id;
  return format;
}

Result<TracepointFormat> ReadTracepoint(const std::string& tracefs, std::string_view name) {
  const std::size_t colon = name.find(':');
  if (colon == std::string_view::npos || name.find('/') != std::string_view::npos)
    return UsageError(fmt::format("A tracepoint is called SYSTEM:NAME, not \"{}\".", name));
  const std::string path = fmt::format("/events/{}/{}/format", name.substr(0, colon), name.substr(colon + 1));
  const auto text = ReadMachineFile(tracefs, path);
  std::error_code error;
  if (!text && text.error() == ENOENT && !std::filesystem::exists(tracefs + "/events", error) && !error)
    return InvalidError(fmt::format("{} not available (ENOENT: no tracefs is mounted at {}).", name, tracefs));
  if (!text && IsForbidden(text.error())) {
    return InvalidError(fmt::format("{} not available ({}: tracefs is not for this user to read; that takes root).",
                                    name, ErrnoName(text.error())));
  }
  if (!text) return InvalidError(Refusal(name, EventKind::kTracepoint, text.error(), {}, ""));
  auto format = ParseTracepointFormat(*text);
  if (!format)
    return InvalidError(
        fmt::format("{} not available: its format is not understood, {}.", name, format.error().message));
  return format;
}

std::optional<std::uint64_t> FieldValue(const TracepointField& field, std::span<const std::uint8_t> record) {
  if (field.type.find('[') != std::string::npos) return std::nullopt;
  if (field.size != 1 && field.size != 2 && field.size != 4 && field.size != 8) return std::nullopt;
  if (field.offset > record.size() || field.size > record.size() - field.offset) return std::nullopt;
  std::uint64_t value = 0;  // little endian, as all that this runs on
  std::memcpy(&value, record.data() + field.offset, field.size);
  if (!field.is_signed || field.size == 8) return value;
  const std::size_t shift = 64 - 8 * field.size;
  return static_cast<std::uint64_t>(static_cast<std::int64_t>(value << shift) >> shift);
}

Event TracepointEvent(std::string_view name, const TracepointFormat& format) {
  return {std::string(name), EventKind::kTracepoint, PERF_TYPE_TRACEPOINT, format.id, 0, 0, ""};
}

}  // namespace firstbyte::perf
