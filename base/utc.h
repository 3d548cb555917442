// SPDX-License-Identifier: GPL-2.0-or-later
// The time of day, in UTC, as text.
#ifndef FIRSTBYTE_BASE_UTC_H_
#define FIRSTBYTE_BASE_UTC_H_

#include <ctime>
#include <string>

namespace firstbyte {

// ISO 8601 with seconds: "2026-11-30T12:00:00Z".
std::string UtcText(std::time_t time);
std::string UtcNow();

// The same without separators, for file names: "20261130T120000Z".
std::string UtcCompact();

}  // namespace firstbyte

#endif  // FIRSTBYTE_BASE_UTC_H_
