// SPDX-License-Identifier: GPL-2.0-or-later
// What read(2) of a group's leader gives, taken apart.
//
// The layout is that of `struct read_format` in linux/perf_event.h for PERF_FORMAT_GROUP: the number of members, the
// leader's times in ns, then value and id of each member, and how many of its samples were lost if that was asked for.
// The times of the leader hold for all, for a group is on the CPU as a whole or not at all.
#ifndef FIRSTBYTE_PERF_READING_H_
#define FIRSTBYTE_PERF_READING_H_

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "base/error.h"
#include "perf/scaling.h"

namespace firstbyte::perf {

// Value and time of each member, known by its id. kReadFormatWithLost needs Linux 6.0.
constexpr std::uint64_t kReadFormat = (1U << 0) | (1U << 1) | (1U << 2) | (1U << 3);
constexpr std::uint64_t kReadFormatWithLost = kReadFormat | (1U << 4);

// The bytes that a group of `members` fills.
std::size_t ReadBytes(std::size_t members, std::uint64_t read_format = kReadFormat);

struct Reading {
  std::uint64_t enabled_ns = 0;
  std::uint64_t running_ns = 0;
  std::vector<std::uint64_t> values;               // in the order of the ids that were asked for
  std::optional<std::vector<std::uint64_t>> lost;  // likewise; only with kReadFormatWithLost

  // Of member i, since an earlier reading of the same group. The error is half a sentence, as for Scale().
  Result<Scaled> Since(const Reading& earlier, std::size_t i) const;
};

// `bytes` is what was read, as long as it came. The error is half a sentence, and a reason for each member.
Result<Reading> ParseReading(std::span<const std::uint8_t> bytes, std::span<const std::uint64_t> ids,
                             std::uint64_t read_format = kReadFormat);

}  // namespace firstbyte::perf

#endif  // FIRSTBYTE_PERF_READING_H_
