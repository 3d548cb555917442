// SPDX-License-Identifier: GPL-2.0-or-later
// A group of counters that the kernel puts on the CPU together or not at all, so that their ratios mean something.
//
// One leader, all others its members; that they are is checked right after opening and at each reading, for a group
// that is not one reads like one. Not inherited: threads and processes that the target starts are not counted.
#ifndef FIRSTBYTE_PERF_GROUP_H_
#define FIRSTBYTE_PERF_GROUP_H_

#include <cstddef>
#include <cstdint>
#include <string>
#include <tl/expected.hpp>
#include <utility>
#include <vector>

#include "base/error.h"
#include "base/perf_calls.h"
#include "perf/event.h"
#include "perf/open_event.h"
#include "perf/reading.h"

namespace firstbyte::perf {

// Why a group could not be opened: the member that was refused, counted from 0, and errno, or a sentence if it was
// something else.
struct GroupRefusal {
  std::size_t member = 0;
  int error = 0;
  std::string why;
};

class CounterGroup {
 public:
  // All or none. `pinned` asks to be on the CPU whenever the target runs, or not at all: then nothing is scaled, and a
  // group that does not fit says so at the first reading. Disabled at first.
  static tl::expected<CounterGroup, GroupRefusal> Open(const PerfCalls& calls, const std::vector<Event>& events,
                                                       Target target, bool pinned);
  ~CounterGroup();
  CounterGroup(CounterGroup&& other) noexcept;
  CounterGroup& operator=(CounterGroup&&) = delete;
  CounterGroup(const CounterGroup&) = delete;
  CounterGroup& operator=(const CounterGroup&) = delete;

  // Of all members at once.
  Result<void> Enable() const;
  Result<void> Disable() const;
  Result<void> Reset() const;  // the values; the times go on

  // Since it was opened. The error is half a sentence.
  Result<Reading> Read() const;

  // As they are counted: with ":u" where that is user mode only.
  const std::vector<std::string>& names() const { return names_; }
  const std::vector<int>& descriptors() const { return descriptors_; }

 private:
  explicit CounterGroup(PerfCalls calls) : calls_(std::move(calls)) {}
  tl::expected<void, int> Add(const Event& event, Target target, bool pinned);
  Result<void> Control(unsigned long request, const char* name) const;

  PerfCalls calls_;
  std::vector<int> descriptors_;  // the leader is the first
  std::vector<std::uint64_t> ids_;
  std::vector<std::string> names_;
};

}  // namespace firstbyte::perf

#endif  // FIRSTBYTE_PERF_GROUP_H_
