// SPDX-License-Identifier: GPL-2.0-or-later
#include "perf/reading.h"

#include <fmt/core.h>
#include <linux/perf_event.h>

#include <cstring>

namespace firstbyte::perf {
namespace {

static_assert(kReadFormat ==
              (PERF_FORMAT_TOTAL_TIME_ENABLED | PERF_FORMAT_TOTAL_TIME_RUNNING | PERF_FORMAT_ID | PERF_FORMAT_GROUP));

constexpr std::size_t kWord = sizeof(std::uint64_t);
constexpr std::size_t kHeadWords = 3;  // members, enabled, running

std::size_t MemberWords(std::uint64_t read_format) { return read_format == kReadFormatWithLost ? 3 : 2; }

std::uint64_t WordAt(std::span<const std::uint8_t> bytes, std::size_t word) {
  std::uint64_t value = 0;
  std::memcpy(&value, bytes.data() + word * kWord, kWord);
  return value;
}

Result<void> CheckSize(std::span<const std::uint8_t> bytes, std::size_t members, std::uint64_t read_format) {
  // What the kernel does with a pinned group that it cannot keep on the CPU.
  if (bytes.empty())
    return InvalidError("the kernel gave the counters up (0 bytes read): somebody else has the CPU's counters");
  if (bytes.size() < kHeadWords * kWord) return InvalidError(fmt::format("only {} bytes could be read", bytes.size()));
  const std::uint64_t said = WordAt(bytes, 0);
  if (said != members)
    return InvalidError(fmt::format("the group has {} counters where {} were opened", said, members));
  if (bytes.size() != ReadBytes(members, read_format))
    return InvalidError(
        fmt::format("{} bytes were read where {} were due", bytes.size(), ReadBytes(members, read_format)));
  return {};
}

}  // namespace

std::size_t ReadBytes(std::size_t members, std::uint64_t read_format) {
  return (kHeadWords + members * MemberWords(read_format)) * kWord;
}

Result<Reading> ParseReading(std::span<const std::uint8_t> bytes, std::span<const std::uint64_t> ids,
                             std::uint64_t read_format) {
  if (const auto checked = CheckSize(bytes, ids.size(), read_format); !checked)
    return tl::unexpected<Error>(checked.error());
  Reading reading{WordAt(bytes, 1), WordAt(bytes, 2), {}, std::nullopt};
  if (read_format == kReadFormatWithLost) reading.lost.emplace();
  for (const std::uint64_t id : ids) {
    std::optional<std::size_t> at;
    for (std::size_t i = 0; i < ids.size() && !at; ++i) {
      const std::size_t word = kHeadWords + i * MemberWords(read_format);
      if (WordAt(bytes, word + 1) == id) at = word;
    }
    if (!at) return InvalidError(fmt::format("no counter of the group has the number {}", id));
    reading.values.push_back(WordAt(bytes, *at));
    if (reading.lost) reading.lost->push_back(WordAt(bytes, *at + 2));
  }
  return reading;
}

Result<Scaled> Reading::Since(const Reading& earlier, std::size_t i) const {
  if (values.at(i) < earlier.values.at(i)) return InvalidError("the counter went backwards");
  if (enabled_ns < earlier.enabled_ns || running_ns < earlier.running_ns)
    return InvalidError("the counter's time went backwards");
  return Scale(values[i] - earlier.values[i], enabled_ns - earlier.enabled_ns, running_ns - earlier.running_ns);
}

}  // namespace firstbyte::perf
