// SPDX-License-Identifier: GPL-2.0-or-later
// What is read before and after a block of operations: clocks and the counters that tell whether the block was
// disturbed.
//
// Times in nanoseconds, TSC in ticks (constant-rate ticks, not core cycles). The wall clock and TSC are read innermost,
// so that the other readings are not in them, and the CPU's counters next, so that the reading of files is not counted;
// no reading executes a CPUID. A counter that this machine does not offer
// is empty, and WhyNot() says why.
#ifndef FIRSTBYTE_BENCH_METER_H_
#define FIRSTBYTE_BENCH_METER_H_

#include <cstdint>
#include <map>
#include <optional>
#include <string>

#include "bench/block_counters.h"
#include "perf/counters.h"

namespace firstbyte::bench {

struct Reading {
  std::int64_t wall_ns = 0;            // CLOCK_MONOTONIC_RAW: not slewed by NTP
  std::optional<std::int64_t> cpu_ns;  // CLOCK_THREAD_CPUTIME_ID: without the time that others had the CPU; VM exits
                                       // count, the hypervisor's other guests too
  std::optional<std::int64_t> tsc_ticks;
  std::optional<std::int64_t> voluntary_switches;
  std::optional<std::int64_t> involuntary_switches;
  std::optional<std::int64_t> migrations;
  std::optional<std::int64_t> minor_faults;
  std::optional<std::int64_t> major_faults;
  std::optional<std::int64_t> steal_ticks;  // of one CPU, in USER_HZ
  perf::CounterState counters;              // for Meter::Between() alone
  BlockCounts counts;                       // of a difference that Meter::Between() made
};

// later - earlier, field by field; empty where one of them is. Without the CPU's counters.
Reading operator-(const Reading& later, const Reading& earlier);

class Meter {
 public:
  virtual ~Meter() = default;
  virtual Reading Before() = 0;
  virtual Reading After() = 0;

  // The difference, with what the CPU's counters counted in between, if there are any.
  virtual Reading Between(const Reading& before, const Reading& after) { return after - before; }

  // Field of report::Sample -> why it will stay empty here.
  virtual std::map<std::string, std::string> WhyNot() = 0;
};

// The machine's own clocks and counters, for the calling thread. `cpu` is the one that it is pinned to; `root` is where
// /proc is looked for.
class SystemMeter : public Meter {
 public:
  // Opens the CPU's counters for the calling thread.
  explicit SystemMeter(int cpu, std::string root = "/", const CounterSource& counters = {});

  Reading Before() override;
  Reading After() override;
  Reading Between(const Reading& before, const Reading& after) override;
  std::map<std::string, std::string> WhyNot() override;

 private:
  void ReadCounters(Reading& reading) const;

  int cpu_;
  std::string root_;
  BlockCounters counters_;
};

// The value of `key` in /proc/<pid>/sched ("se.nr_migrations  :  12"); empty if it is not there or is no number.
std::optional<std::int64_t> SchedValue(const std::string& text, const std::string& key);

inline constexpr int kAllCpus = -1;

// The steal column of `cpu`, or of all together, in /proc/stat, in USER_HZ; empty for a CPU that is not listed or a
// kernel without the column.
std::optional<std::int64_t> StealTicks(const std::string& text, int cpu);

}  // namespace firstbyte::bench

#endif  // FIRSTBYTE_BENCH_METER_H_
