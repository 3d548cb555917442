// SPDX-License-Identifier: GPL-2.0-or-later
// For libFuzzer: whatever bytes the kernel's buffers and files hold, the parsers end, stay inside, and do not
// contradict themselves. The first byte says which parser. tools/fuzz runs it; parse_fuzz_test.cc holds it to a few
// inputs.
#include "perf/parse_fuzz.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <span>
#include <string_view>
#include <vector>

#include "base/fake_perf_ring.h"
#include "base/perf_ring.h"
#include "perf/kvm_exits.h"
#include "perf/reading.h"
#include "perf/records.h"
#include "perf/scaling.h"
#include "perf/tracepoint.h"

namespace firstbyte::perf {
namespace {

using Bytes = std::span<const std::uint8_t>;

void Require(bool holds) {
  if (!holds) std::abort();
}

// A number off the front of the input; 0 where it has ended.
std::uint64_t CutWord(Bytes& input) {
  std::uint64_t word = 0;
  const std::size_t size = std::min(input.size(), sizeof word);
  if (size != 0) std::memcpy(&word, input.data(), size);
  input = input.subspan(size);
  return word;
}

void FuzzReading(Bytes input) {
  const std::uint64_t shape = CutWord(input);
  std::vector<std::uint64_t> ids(shape % 8);
  for (std::uint64_t& id : ids) id = CutWord(input) % 8;
  const std::uint64_t format = (shape & 8) != 0 ? kReadFormatWithLost : kReadFormat;
  const auto reading = ParseReading(input, ids, format);
  if (!reading) return;
  Require(reading->values.size() == ids.size());
  Require(reading->lost.has_value() == (format == kReadFormatWithLost));
  for (std::size_t i = 0; i < ids.size(); ++i) {
    const auto scaled = Scale(reading->values[i], reading->enabled_ns, reading->running_ns);
    Require(!scaled || (reading->running_ns != 0 && scaled->value >= reading->values[i]));
  }
}

void FuzzSample(Bytes input) {
  const SampleFormat format = {CutWord(input), CutWord(input)};
  const auto sample = ParseSample(input, format);
  if (!sample) return;
  Require(sample->raw.size() <= input.size());
  Require(sample->stack.size() <= input.size());
  Require(sample->callchain.size() <= input.size() / sizeof(std::uint64_t));
}

void FuzzMapping(Bytes input) {
  const auto mapping = ParseMapping(input);
  Require(!mapping || mapping->path.size() < input.size());
}

// The input is what lies in the ring, and where head and tail stand.
void FuzzRing(Bytes input) {
  constexpr std::size_t kRingBytes = 1024;
  FakePerfRing ring(kRingBytes);
  ring.page().data_tail = CutWord(input) % (4 * kRingBytes);
  ring.page().data_head = ring.page().data_tail + CutWord(input) % (2 * kRingBytes);
  RecordReader reader({CutWord(input) & SampleFormat::kUnderstood, CutWord(input)});
  if (!input.empty()) {
    std::memcpy(reinterpret_cast<std::uint8_t*>(&ring.page()) + ring.page().data_offset, input.data(),
                std::min(input.size(), kRingBytes));
  }
  std::size_t taken = 0;
  const bool whole = DrainPerfRing(ring.page(), [&](const perf_event_header& header, Bytes body) {
    Require(header.size == sizeof header + body.size());
    taken += header.size;
    reader.Take(header, body);
  });
  Require(ring.page().data_tail == ring.page().data_head);
  Require(taken <= kRingBytes);
  if (!whole) reader.TakeBrokenRing();
  Require(reader.account().samples == reader.samples().size());
}

void FuzzTracepoint(Bytes input) {
  const std::size_t record_bytes = CutWord(input) % 64;
  const std::size_t split = std::min(record_bytes, input.size());
  const Bytes record = input.first(split);
  const Bytes text = input.subspan(split);
  const auto format = ParseTracepointFormat({reinterpret_cast<const char*>(text.data()), text.size()});
  if (!format) return;
  for (const TracepointField& field : format->fields) {
    const auto value = FieldValue(field, record);
    Require(!value || field.offset + field.size <= record.size());
  }
  (void)ReadKvmExit(*format, record);
  (void)ReadKvmCpuid(*format, record);
}

constexpr void (*kParsers[])(Bytes) = {FuzzReading, FuzzSample, FuzzMapping, FuzzRing, FuzzTracepoint};

}  // namespace

void ParseAnything(Bytes input) {
  if (input.empty()) return;
  kParsers[input[0] % std::size(kParsers)](input.subspan(1));
}

}  // namespace firstbyte::perf
