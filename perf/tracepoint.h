// SPDX-License-Identifier: GPL-2.0-or-later
// The kernel's tracepoints as tracefs describes them: events/SYSTEM/NAME/format has the number that
// perf_event_open(2) knows one by, and where each field lies in its record. Offsets differ between kernels, so they
// always come from there.
#ifndef FIRSTBYTE_PERF_TRACEPOINT_H_
#define FIRSTBYTE_PERF_TRACEPOINT_H_

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"
#include "perf/event.h"

namespace firstbyte::perf {

constexpr char kTracefs[] = "/sys/kernel/tracing";

struct TracepointField {
  std::string name;
  std::string type;  // as C declares it, with the brackets of an array
  std::size_t offset = 0;
  std::size_t size = 0;
  bool is_signed = false;
};

struct TracepointFormat {
  std::string name;
  std::uint64_t id = 0;
  std::vector<TracepointField> fields;

  const TracepointField* Find(std::string_view field) const;  // null if there is none
};

// The error is half a sentence: what is wrong with the text.
Result<TracepointFormat> ParseTracepointFormat(std::string_view text);

// `name` is SYSTEM:NAME; `tracefs` is the directory where it is mounted. The error names the cause: not mounted, no
// such tracepoint, not for us to read.
Result<TracepointFormat> ReadTracepoint(const std::string& tracefs, std::string_view name);

// A number in a record (Sample::raw), extended to 64 bits by its sign. Nothing if the field is an array, or the record
// ends before it.
std::optional<std::uint64_t> FieldValue(const TracepointField& field, std::span<const std::uint8_t> record);

Event TracepointEvent(std::string_view name, const TracepointFormat& format);

}  // namespace firstbyte::perf

#endif  // FIRSTBYTE_PERF_TRACEPOINT_H_
