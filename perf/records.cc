// SPDX-License-Identifier: GPL-2.0-or-later
#include "perf/records.h"

#include <bit>
#include <cstddef>
#include <cstring>
#include <utility>

namespace firstbyte::perf {
namespace {

// Reads field after field; what is not there makes the whole record wrong.
class Fields {
 public:
  explicit Fields(std::span<const std::uint8_t> bytes) : rest_(bytes) {}

  template <typename T>
  T Next() {
    T value{};
    if (rest_.size() < sizeof value) {
      Fail();
      return value;
    }
    std::memcpy(&value, rest_.data(), sizeof value);
    rest_ = rest_.subspan(sizeof value);
    return value;
  }

  std::vector<std::uint64_t> Words(std::uint64_t count) {
    std::vector<std::uint64_t> words;
    if (count > rest_.size() / sizeof(std::uint64_t)) {
      Fail();
      return words;
    }
    words.resize(count);
    for (std::uint64_t& word : words) word = Next<std::uint64_t>();
    return words;
  }

  std::vector<std::uint8_t> Bytes(std::uint64_t count) {
    if (count > rest_.size()) {
      Fail();
      return {};
    }
    const auto bytes = rest_.first(count);
    rest_ = rest_.subspan(count);
    return {bytes.begin(), bytes.end()};
  }

  std::string Text() {
    const auto bytes = Bytes(rest_.size());
    std::string text(bytes.begin(), bytes.end());
    const std::size_t end = text.find('\0');
    if (end == std::string::npos) Fail();
    text.resize(end == std::string::npos ? 0 : end);
    return text;
  }

  void Fail() {
    failed_ = true;
    rest_ = {};
  }
  bool AllRead() const { return !failed_ && rest_.empty(); }

 private:
  std::span<const std::uint8_t> rest_;
  bool failed_ = false;
};

// Return addresses, between which the kernel puts marks (PERF_CONTEXT_USER, ...) at the end of the address space.
std::vector<std::uint64_t> WithoutMarks(std::vector<std::uint64_t> chain) {
  std::erase_if(chain, [](std::uint64_t address) { return address >= static_cast<std::uint64_t>(PERF_CONTEXT_MAX); });
  return chain;
}

void ReadRegisters(Fields& fields, std::uint64_t mask, Sample& sample) {
  const auto abi = fields.Next<std::uint64_t>();
  if (abi == PERF_SAMPLE_REGS_ABI_NONE) return;
  sample.registers = fields.Words(static_cast<std::uint64_t>(std::popcount(mask)));
}

// The room that was asked for, filled as far as the stack went: how far stands behind it.
void ReadStack(Fields& fields, Sample& sample) {
  const auto room = fields.Next<std::uint64_t>();
  if (room == 0) return;
  sample.stack = fields.Bytes(room);
  const auto copied = fields.Next<std::uint64_t>();
  if (copied > sample.stack.size()) return fields.Fail();
  sample.stack.resize(copied);
}

}  // namespace

// In the kernel's order, which is not that of the bits.
std::optional<Sample> ParseSample(std::span<const std::uint8_t> body, const SampleFormat& format) {
  if ((format.type & ~SampleFormat::kUnderstood) != 0) return std::nullopt;
  const auto has = [&format](std::uint64_t bit) { return (format.type & bit) != 0; };
  Fields fields(body);
  Sample sample;
  if (has(PERF_SAMPLE_IDENTIFIER)) sample.id = fields.Next<std::uint64_t>();
  if (has(PERF_SAMPLE_IP)) sample.ip = fields.Next<std::uint64_t>();
  if (has(PERF_SAMPLE_TID)) sample.pid = fields.Next<std::uint32_t>();
  if (has(PERF_SAMPLE_TID)) sample.tid = fields.Next<std::uint32_t>();
  if (has(PERF_SAMPLE_TIME)) sample.time_ns = fields.Next<std::uint64_t>();
  if (has(PERF_SAMPLE_ADDR)) sample.address = fields.Next<std::uint64_t>();
  if (has(PERF_SAMPLE_CPU)) sample.cpu = fields.Next<std::uint32_t>();
  if (has(PERF_SAMPLE_CPU)) (void)fields.Next<std::uint32_t>();
  if (has(PERF_SAMPLE_PERIOD)) sample.period = fields.Next<std::uint64_t>();
  if (has(PERF_SAMPLE_CALLCHAIN)) sample.callchain = WithoutMarks(fields.Words(fields.Next<std::uint64_t>()));
  if (has(PERF_SAMPLE_RAW)) sample.raw = fields.Bytes(fields.Next<std::uint32_t>());
  if (has(PERF_SAMPLE_REGS_USER)) ReadRegisters(fields, format.user_registers, sample);
  if (has(PERF_SAMPLE_STACK_USER)) ReadStack(fields, sample);
  if (!fields.AllRead()) return std::nullopt;
  return sample;
}

std::optional<Mapping> ParseMapping(std::span<const std::uint8_t> body) {
  // Device, inode and its generation, or a build id: which of the two the header says, and neither is used.
  constexpr std::uint64_t kFileIdentity = 24;
  Fields fields(body);
  Mapping mapping;
  mapping.pid = fields.Next<std::uint32_t>();
  mapping.tid = fields.Next<std::uint32_t>();
  mapping.address = fields.Next<std::uint64_t>();
  mapping.length = fields.Next<std::uint64_t>();
  mapping.file_offset = fields.Next<std::uint64_t>();
  (void)fields.Bytes(kFileIdentity);
  mapping.protection = fields.Next<std::uint32_t>();
  (void)fields.Next<std::uint32_t>();  // MAP_*
  mapping.path = fields.Text();
  if (!fields.AllRead()) return std::nullopt;
  return mapping;
}

void RecordReader::Throttled(std::uint32_t type, std::uint64_t time_ns) {
  if (type == PERF_RECORD_THROTTLE) {
    ++account_.throttles;
    throttled_at_ = time_ns;
    return;
  }
  ++account_.unthrottles;
  if (throttled_at_ && time_ns >= *throttled_at_) account_.throttled_ns += time_ns - *throttled_at_;
  throttled_at_.reset();
}

bool RecordReader::TakeKnown(std::uint32_t type, std::span<const std::uint8_t> body) {
  Fields fields(body);
  switch (type) {
    case PERF_RECORD_SAMPLE: {
      auto sample = ParseSample(body, format_);
      if (!sample) return false;
      ++account_.samples;
      samples_.push_back(*std::move(sample));
      return true;
    }
    case PERF_RECORD_MMAP2: {
      auto mapping = ParseMapping(body);
      if (!mapping) return false;
      mappings_.push_back(*std::move(mapping));
      return true;
    }
    case PERF_RECORD_LOST:
      (void)fields.Next<std::uint64_t>();  // the counter's id
      [[fallthrough]];
    case PERF_RECORD_LOST_SAMPLES: {
      const auto lost = fields.Next<std::uint64_t>();
      if (fields.AllRead()) account_.lost += lost;
      return fields.AllRead();
    }
    case PERF_RECORD_THROTTLE:
    case PERF_RECORD_UNTHROTTLE: {
      const auto time_ns = fields.Next<std::uint64_t>();
      (void)fields.Words(2);  // id and stream
      if (fields.AllRead()) Throttled(type, time_ns);
      return fields.AllRead();
    }
    default:
      ++account_.other;
      return true;
  }
}

void RecordReader::Take(const perf_event_header& header, std::span<const std::uint8_t> body) {
  if (!TakeKnown(header.type, body)) ++account_.broken;
}

}  // namespace firstbyte::perf
