// SPDX-License-Identifier: GPL-2.0-or-later
// The records of a sampling counter's ring buffer, taken apart: where a program was, what it had mapped, and what the
// kernel could not deliver.
//
// Layouts are those of `enum perf_event_type` in linux/perf_event.h. A record that does not have the length that its
// layout says is no record. Without sample_id_all, so that nothing follows the fields of a record.
#ifndef FIRSTBYTE_PERF_RECORDS_H_
#define FIRSTBYTE_PERF_RECORDS_H_

#include <linux/perf_event.h>

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace firstbyte::perf {

// What a sample was asked to hold. Other bits of sample_type are not understood.
struct SampleFormat {
  static constexpr std::uint64_t kUnderstood = PERF_SAMPLE_IDENTIFIER | PERF_SAMPLE_IP | PERF_SAMPLE_TID |
                                               PERF_SAMPLE_TIME | PERF_SAMPLE_ADDR | PERF_SAMPLE_CPU |
                                               PERF_SAMPLE_PERIOD | PERF_SAMPLE_CALLCHAIN | PERF_SAMPLE_RAW |
                                               PERF_SAMPLE_REGS_USER | PERF_SAMPLE_STACK_USER;
  std::uint64_t type = PERF_SAMPLE_IP | PERF_SAMPLE_TID | PERF_SAMPLE_TIME;
  std::uint64_t user_registers = 0;  // sample_regs_user
};

struct Sample {
  std::uint64_t id = 0;
  std::uint64_t ip = 0;
  std::uint32_t pid = 0;
  std::uint32_t tid = 0;
  std::uint64_t time_ns = 0;
  std::uint64_t address = 0;
  std::uint32_t cpu = 0;
  std::uint64_t period = 0;
  std::vector<std::uint64_t> callchain;  // innermost first, without the marks between kernel and user
  std::vector<std::uint8_t> raw;         // a tracepoint's own record
  std::vector<std::uint64_t> registers;  // in the order of their bits; empty for a thread without
  std::vector<std::uint8_t> stack;       // from the stack pointer on, as much as could be copied
};

// Nothing if the bytes after a sample's header are not of this format.
std::optional<Sample> ParseSample(std::span<const std::uint8_t> body, const SampleFormat& format);

// PERF_RECORD_MMAP2: a file, or a part of one, in somebody's memory.
struct Mapping {
  std::uint32_t pid = 0;
  std::uint32_t tid = 0;
  std::uint64_t address = 0;
  std::uint64_t length = 0;
  std::uint64_t file_offset = 0;
  std::uint32_t protection = 0;  // PROT_*
  std::string path;
};
std::optional<Mapping> ParseMapping(std::span<const std::uint8_t> body);

// What came of all records of a ring.
struct SampleAccount {
  std::uint64_t samples = 0;
  std::uint64_t lost = 0;          // PERF_RECORD_LOST and LOST_SAMPLES: the ring was full
  std::uint64_t throttles = 0;     // the kernel stopped the sampling, for it took too much time
  std::uint64_t unthrottles = 0;   // and went on
  std::uint64_t throttled_ns = 0;  // between the two, as far as both were seen
  std::uint64_t other = 0;         // records of other types
  std::uint64_t broken = 0;        // records, or rests of a ring, that make no sense
};

// Adds up records, and keeps samples and mappings.
class RecordReader {
 public:
  explicit RecordReader(SampleFormat format) : format_(format) {}

  void Take(const perf_event_header& header, std::span<const std::uint8_t> body);
  // The rest of a ring could not be read.
  void TakeBrokenRing() { ++account_.broken; }

  const SampleAccount& account() const { return account_; }
  const std::vector<Sample>& samples() const { return samples_; }
  // The account keeps their number.
  std::vector<Sample> TakeSamples() { return std::exchange(samples_, {}); }
  const std::vector<Mapping>& mappings() const { return mappings_; }

 private:
  bool TakeKnown(std::uint32_t type, std::span<const std::uint8_t> body);
  void Throttled(std::uint32_t type, std::uint64_t time_ns);

  SampleFormat format_;
  SampleAccount account_;
  std::vector<Sample> samples_;
  std::vector<Mapping> mappings_;
  std::optional<std::uint64_t> throttled_at_;
};

}  // namespace firstbyte::perf

#endif  // FIRSTBYTE_PERF_RECORDS_H_
