// SPDX-License-Identifier: GPL-2.0-or-later
// The CPU's counters over a block of operations: cycles, instructions, branches and mispredicted branches of the
// calling thread, in user mode. Opened once, after the thread was pinned; each is held against a known loop first.
//
// Reading takes a system call per group of counters and no CPUID. It is no part of any time that is measured, but the
// few hundred instructions around it are counted. What was not counted has no value, and WhyNot() says why; it is never
// 0.
#ifndef FIRSTBYTE_BENCH_BLOCK_COUNTERS_H_
#define FIRSTBYTE_BENCH_BLOCK_COUNTERS_H_

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/perf_calls.h"
#include "perf/counters.h"
#include "perf/known_work.h"

namespace firstbyte::bench {

struct BlockCounts {
  std::optional<std::int64_t> cycles;
  std::optional<std::int64_t> instructions;
  std::optional<std::int64_t> branches;
  std::optional<std::int64_t> branch_misses;
  std::optional<std::int64_t> permille;  // of the time, that those above ran: the least of them. Nothing if none did
};

// What the counters are worth on a machine: for the environment block.
struct CounterFacts {
  std::vector<std::string> counted;  // names of the events
  bool lacks_pmu = false;            // so that nothing can be done about what is missing
  std::vector<std::string> notes;    // what is not counted, or not as it should be, as sentences
};

// Where the counters come from; tests have machines of their own.
struct CounterSource {
  PerfCalls calls = KernelPerfCalls();
  std::string root;  // of /proc and /sys; "" for this machine
  perf::KnownWork work = perf::CountedLoop();
};

class BlockCounters {
 public:
  // Never fails: what cannot be opened is not counted. `cpu` is the one that the thread is pinned to.
  BlockCounters(int cpu, const CounterSource& source);

  perf::CounterState Read() const { return counters_ ? counters_->Read() : perf::CounterState(); }

  BlockCounts Between(const perf::CounterState& before, const perf::CounterState& after) const;

  // Field of report::Sample -> why it is null, here or now and then.
  std::map<std::string, std::string> WhyNot() const;

  CounterFacts Facts() const;

 private:
  std::optional<perf::Counters> counters_;
  std::string why_none_;
};

// As a thread that is pinned to `cpu` finds them; as any thread does, if it cannot be pinned.
CounterFacts CounterFactsOn(int cpu, const CounterSource& source = {});

}  // namespace firstbyte::bench

#endif  // FIRSTBYTE_BENCH_BLOCK_COUNTERS_H_
