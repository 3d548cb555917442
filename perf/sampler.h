// SPDX-License-Identifier: GPL-2.0-or-later
// Where a thread spends its time: its instruction pointer at regular intervals of its CPU time, in user mode.
//
// By cycles where the hardware can interrupt, else by the kernel's cpu-clock, which needs no PMU and no privileges. At
// most 1 kHz: a tick is an interrupt with VM exits of its own, and at 100 us requests take twice as long
// (docs/counters.md). So never while something is timed. Each sample that the ring has no room for, and each that the
// kernel held back, is accounted for.
#ifndef FIRSTBYTE_PERF_SAMPLER_H_
#define FIRSTBYTE_PERF_SAMPLER_H_

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/error.h"
#include "base/perf_calls.h"
#include "perf/open_event.h"
#include "perf/records.h"

namespace firstbyte::perf {

// What unwinding by tables starts from, in this order: rax rbx rcx rdx rsi rdi rbp rsp rip r8...r15, by the bits of
// enum perf_event_x86_regs in asm/perf_regs.h.
inline constexpr std::uint64_t kStackRegisters = 0xff01ff;

// Of a ring that holds no sample at all, each would be lost; the fewest with which blocks of some samples can be.
inline constexpr std::size_t kLeastRoom = 4;

struct SamplerOptions {
  std::uint64_t period_ns = 1'000'000;  // of CPU time; no less than this
  bool callchains = false;              // by frame pointers
  std::size_t stack_bytes = 0;          // to copy of the stack, a multiple of 8; with kStackRegisters
  bool hardware = false;                // try cycles first
  std::size_t pages = 64;               // of the ring, a power of two: 2.6 s of samples of 100 bytes. Fewer where the
                                        // kernel gives no more, but for kLeastRoom samples
  Target target;                        // one thread
  std::string root;                     // of /proc and /sys, to say why something is refused
};

struct SamplingReport {
  SampleAccount account;
  std::uint64_t running_ns = 0;       // CPU time of the thread while it was sampled
  std::uint64_t expected = 0;         // samples in that time, of all modes
  std::optional<double> delivered;    // samples / expected; less than 1 also for time in the kernel. Empty before the
                                      // first expected one
  std::optional<std::uint64_t> lost;  // by the kernel's own count, of Linux 6.0 and later
};

class Sampler {
 public:
  // Disabled at first. A usage error for a period below 1 ms, else the reason why nothing can be sampled here.
  static Result<Sampler> Open(const PerfCalls& calls, const SamplerOptions& options);
  ~Sampler();
  Sampler(Sampler&& other) noexcept;
  Sampler& operator=(Sampler&&) = delete;
  Sampler(const Sampler&) = delete;
  Sampler& operator=(const Sampler&) = delete;

  Result<void> Enable() const;
  Result<void> Disable() const;
  // Takes what is in the ring. To be called before it is full.
  void Drain();
  // Drains, and accounts for everything until now.
  Result<SamplingReport> Report();

  const std::string& event() const { return event_; }  // "cpu-clock:u"
  // Why it is not cycles; empty if it is, or nobody asked.
  const std::string& note() const { return note_; }
  const RecordReader& records() const { return records_; }
  // Moved out: with stacks they are 8 MB for each second.
  std::vector<Sample> TakeSamples() { return records_.TakeSamples(); }
  // How many samples fit into the ring that the kernel gave; kLeastRoom or more.
  std::size_t room() const;

 private:
  Sampler(PerfCalls calls, const SamplerOptions& options);
  tl::expected<void, int> OpenEventOf(const Event& event, const SamplerOptions& options);
  Result<void> MapRing(std::size_t pages);

  PerfCalls calls_;
  std::uint64_t period_ns_;
  std::size_t stack_bytes_;
  int fd_ = -1;
  std::uint64_t id_ = 0;
  std::uint64_t read_format_ = 0;
  perf_event_mmap_page* ring_ = nullptr;
  std::size_t ring_bytes_ = 0;
  std::string event_;
  std::string note_;
  RecordReader records_;
};

}  // namespace firstbyte::perf

#endif  // FIRSTBYTE_PERF_SAMPLER_H_
