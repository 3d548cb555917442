// SPDX-License-Identifier: GPL-2.0-or-later
#include "perf/hardware_groups.h"

#include <fmt/core.h>

#include <algorithm>
#include <utility>

#include "perf/self_test.h"

namespace firstbyte::perf {
namespace {

// Indices into the events, of those that count.
using Usable = std::vector<std::size_t>;

class Opener {
 public:
  Opener(const PerfCalls& calls, const std::vector<Event>& events, const KnownWork& work)
      : calls_(calls), events_(events), work_(work) {
    result_.placed.resize(events.size());
  }

  HardwareGroups Open() {
    const Usable usable = SelfTested();
    if (usable.empty()) return std::move(result_);
    if (OpenPinned(usable)) return std::move(result_);
    OpenInTurns(usable);
    return std::move(result_);
  }

 private:
  Usable SelfTested() {
    Usable usable;
    for (std::size_t i = 0; i < events_.size(); ++i) {
      const auto failure = SelfTest(calls_, events_[i], work_);
      if (!failure) usable.push_back(i);
      if (failure) result_.placed[i] = {-1, 0, failure->error, failure->why};
    }
    return usable;
  }

  std::vector<Event> EventsOf(const Usable& members) const {
    std::vector<Event> events;
    for (const std::size_t i : members) events.push_back(events_[i]);
    return events;
  }

  // Whether the group gets onto the CPU at all.
  bool Runs(const CounterGroup& group) const {
    const bool enabled = group.Enable().has_value();
    if (enabled) work_.run();
    const auto reading = group.Read();
    (void)group.Disable();
    return enabled && reading && reading->running_ns > 0;
  }

  void Keep(CounterGroup group, const Usable& members) {
    for (std::size_t i = 0; i < members.size(); ++i)
      result_.placed[members[i]] = {static_cast<int>(result_.groups.size()), i, 0, ""};
    result_.groups.push_back(std::move(group));
  }

  bool OpenPinned(const Usable& members) {
    auto group = CounterGroup::Open(calls_, EventsOf(members), {}, true);
    if (!group || !Runs(*group)) return false;
    Keep(*std::move(group), members);
    result_.pinned = true;
    return true;
  }

  void KeepUnpinned(const Usable& members) {
    auto group = CounterGroup::Open(calls_, EventsOf(members), {}, false);
    if (group) {
      Keep(*std::move(group), members);
      return;
    }
    for (const std::size_t i : members) result_.placed[i] = {-1, 0, group.error().error, group.error().why};
  }

  // How many of the members, from the first on, can be on the CPU together. The kernel refuses the one that is too
  // many, with EINVAL; what it does not foresee, as counters that somebody else has, shows in a group that never runs:
  // then each is alone.
  std::size_t Fitting(const Usable& members) const {
    const auto group = CounterGroup::Open(calls_, EventsOf(members), {}, false);
    if (!group) return std::max<std::size_t>(group.error().member, 1);
    return Runs(*group) ? members.size() : 1;
  }

  void OpenInTurns(const Usable& members) {
    for (auto at = members.begin(); at != members.end();) {
      const auto end = at + static_cast<std::ptrdiff_t>(Fitting({at, members.end()}));
      KeepUnpinned({at, end});
      at = end;
    }
    if (result_.groups.size() < 2) return;
    result_.note = fmt::format(
        "the CPU has too few counters for all events: they take turns in {} groups, and their numbers are scaled; "
        "ratios hold within a group",
        result_.groups.size());
  }

  const PerfCalls& calls_;
  const std::vector<Event>& events_;
  const KnownWork& work_;
  HardwareGroups result_;
};

}  // namespace

HardwareGroups OpenHardware(const PerfCalls& calls, const std::vector<Event>& events, const KnownWork& work) {
  return Opener(calls, events, work).Open();
}

}  // namespace firstbyte::perf
