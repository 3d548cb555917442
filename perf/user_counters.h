// SPDX-License-Identifier: GPL-2.0-or-later
// Hardware counters read by the RDPMC instruction, without a system call, where the kernel allows that.
//
// The protocol is that of struct perf_event_mmap_page in linux/perf_event.h: the page says which hardware counter holds
// the event and what to add, under a sequence lock. Only for a pinned group on the CPU: then there is nothing to scale.
#ifndef FIRSTBYTE_PERF_USER_COUNTERS_H_
#define FIRSTBYTE_PERF_USER_COUNTERS_H_

#include <linux/perf_event.h>

#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "base/error.h"
#include "base/perf_calls.h"
#include "perf/group.h"

namespace firstbyte::perf {

// The value of hardware counter `index`, in its lowest bits.
using ReadPmc = std::function<std::uint64_t(std::uint32_t index)>;
std::uint64_t Rdpmc(std::uint32_t index);

// Nothing where the page does not allow it (cap_user_rdpmc), or the event is not on a hardware counter now.
std::optional<std::uint64_t> ReadUserCounter(const volatile perf_event_mmap_page& page, const ReadPmc& read_pmc);

class UserCounters {
 public:
  // Maps a page per member of a group that is enabled. The error is half a sentence: why not.
  static Result<UserCounters> Open(const PerfCalls& calls, const CounterGroup& group, ReadPmc read_pmc = Rdpmc);
  ~UserCounters();
  UserCounters(UserCounters&& other) noexcept;
  UserCounters& operator=(UserCounters&&) = delete;
  UserCounters(const UserCounters&) = delete;
  UserCounters& operator=(const UserCounters&) = delete;

  // In the order of the group; nothing if one of them is not to be had now.
  std::optional<std::vector<std::uint64_t>> Read() const;

 private:
  UserCounters(PerfCalls calls, ReadPmc read_pmc) : calls_(std::move(calls)), read_pmc_(std::move(read_pmc)) {}

  PerfCalls calls_;
  ReadPmc read_pmc_;
  std::vector<perf_event_mmap_page*> pages_;
};

}  // namespace firstbyte::perf

#endif  // FIRSTBYTE_PERF_USER_COUNTERS_H_
