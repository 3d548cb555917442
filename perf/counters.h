// SPDX-License-Identifier: GPL-2.0-or-later
// Counts what the thread that opens it does between two points, as far as this machine lets it, and says of all else
// why not.
//
// Hardware events that pass their self-test, in groups (hardware_groups.h); the kernel's own events by
// perf_event_open(2), else by getrusage(2) (thread_usage.h). What could not be counted has no value and a reason, never
// 0. Counts are of user mode where the name ends in ":u"; they are of that thread alone. Reading is a system
// call per group and executes no CPUID.
#ifndef FIRSTBYTE_PERF_COUNTERS_H_
#define FIRSTBYTE_PERF_COUNTERS_H_

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "base/error.h"
#include "base/perf_calls.h"
#include "perf/hardware_groups.h"
#include "perf/known_work.h"
#include "perf/reading.h"
#include "perf/refusal.h"
#include "perf/thread_usage.h"
#include "perf/user_counters.h"

namespace firstbyte::perf {

// Fewer than a CPU has counters for, as a rule, so that nothing need be scaled.
std::vector<std::string> DefaultEvents();

struct CountersOptions {
  std::vector<std::string> events = DefaultEvents();
  std::string root;  // of /proc and /sys; "" for this machine
  // The CPU that the thread stays on: where cores are of several kinds, only the events of its kind are opened.
  std::optional<int> cpu = std::nullopt;
  KnownWork work = CountedLoop();
  UsageSource usage = UsageOfThisThread;
  // Hardware counters are read by RDPMC where the kernel allows it, without a system call. That may itself be a VM
  // exit, so it has to be asked for.
  bool rdpmc = false;
};

// Below this share of the time a scaled number is marked.
constexpr double kLeastShare = 0.9;

struct Count {
  std::string asked;                   // as in the options
  std::string name;                    // as it is counted: "instructions:u", "cpu_core/instructions/:u"
  std::string unit;                    // "ns", or empty
  std::optional<std::uint64_t> value;  // empty: not counted
  double share = 0;                    // of the time, that it was counted
  std::string why_not;                 // why it was not counted, or why the value is doubtful; half a sentence
};

// One point in time.
struct CounterState {
  std::vector<Result<Reading>> groups;
  std::optional<ThreadUsage> usage;
};

class Counters {
 public:
  // A usage error for a name that nobody knows. All else is in the notes, and the counters are what is left. They run
  // from now on.
  static Result<Counters> Open(const PerfCalls& calls, const CountersOptions& options);

  CounterState Read() const;

  // In the order of the events.
  std::vector<Count> Between(const CounterState& before, const CounterState& after) const;

  // Of each event of the options that will have no value, of no kind of core: why. Half sentences.
  std::map<std::string, std::string> WhyNot() const;

  // What is not counted as asked for, each cause once, as sentences for people.
  const std::vector<std::string>& notes() const { return notes_; }

  // Whether the machine lacks what hardware events take, so that nothing can be done about those that are missing.
  bool lacks_pmu() const { return lacks_pmu_; }

 private:
  enum class Source { kNone, kGroup, kUsage };
  struct Slot {
    std::string asked;
    Event event;
    std::string name;
    Source source = Source::kNone;
    std::size_t group = 0;
    std::size_t member = 0;
    int error = 0;
    std::string why_not;
  };

  explicit Counters(UsageSource usage) : usage_(std::move(usage)) {}
  void AddHardware(const PerfCalls& calls, const KnownWork& work);
  void AddSoftware(const PerfCalls& calls);
  void UseUsage();
  void UseRdpmc(const PerfCalls& calls);
  void NoteRefusals(const Surroundings& surroundings);
  std::string CountedInstead() const;
  Result<Scaled> Difference(const Slot& slot, const CounterState& before, const CounterState& after) const;

  UsageSource usage_;
  std::vector<Slot> slots_;
  std::vector<CounterGroup> groups_;
  std::optional<UserCounters> user_counters_;  // of group 0
  bool pinned_ = false;
  bool lacks_pmu_ = false;
  std::vector<std::string> notes_;
};

}  // namespace firstbyte::perf

#endif  // FIRSTBYTE_PERF_COUNTERS_H_
