// SPDX-License-Identifier: GPL-2.0-or-later
// Parses JSON that a stranger may have written. Beyond the grammar (RFC 8259) it refuses what readers of the same file
// would understand differently or choke on: duplicate keys, numbers outside the range of a double, and documents too
// large or too deep. Every refusal is one sentence that names the file and the place; nothing is thrown, and neither
// time nor memory grows faster than the text.
#ifndef FIRSTBYTE_REPORT_STRICT_JSON_H_
#define FIRSTBYTE_REPORT_STRICT_JSON_H_

#include <cstddef>
#include <nlohmann/json.hpp>
#include <string_view>

#include "base/error.h"

namespace firstbyte::report {

struct JsonLimits {
  // The mails' protocol (12 x 9 with twelve arms) is a third of a MiB; this is a hundred times that.
  std::size_t bytes = std::size_t{32} << 20;
  // Bounds memory: "[],[],..." costs thirty times its text.
  std::size_t values = 4'000'000;
  // The schema is six deep. Bounds the stack of whoever walks the document.
  std::size_t depth = 32;
  // Keys of one object; the search for duplicates is quadratic in it.
  std::size_t keys = 100;
};

// `name` is how the text is called in error messages: usually its file.
Result<nlohmann::ordered_json> ParseStrictJson(std::string_view text, std::string_view name,
                                               const JsonLimits& limits = {});

}  // namespace firstbyte::report

#endif  // FIRSTBYTE_REPORT_STRICT_JSON_H_
