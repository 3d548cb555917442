// SPDX-License-Identifier: GPL-2.0-or-later
#include "perf/counters.h"

#include <fmt/core.h>

#include <algorithm>
#include <iterator>
#include <map>
#include <utility>

namespace firstbyte::perf {
namespace {

std::string Joined(const std::vector<std::string>& names) {
  std::string text;
  for (const std::string& name : names) text += (text.empty() ? "" : ", ") + name;
  return text;
}

}  // namespace

std::vector<std::string> DefaultEvents() {
  return {"cycles",     "instructions", "branches",         "branch-misses",
          "task-clock", "page-faults",  "context-switches", "cpu-migrations"};
}

Result<Counters> Counters::Open(const PerfCalls& calls, const CountersOptions& options) {
  Counters counters(options.usage);
  for (const std::string& name : options.events) {
    const auto events = ResolveEvent(options.root, name, options.cpu);
    if (!events) return tl::unexpected<Error>(events.error());
    for (const Event& event : *events) {
      Slot slot;
      slot.asked = name;
      slot.event = event;
      slot.name = event.name;
      counters.slots_.push_back(std::move(slot));
    }
  }
  counters.AddHardware(calls, options.work);
  counters.AddSoftware(calls);
  counters.UseUsage();
  counters.NoteRefusals(Survey(options.root));
  for (const CounterGroup& group : counters.groups_) {
    if (const auto enabled = group.Enable(); !enabled) counters.notes_.push_back(enabled.error().message + ".");
  }
  if (options.rdpmc) counters.UseRdpmc(calls);
  return counters;
}

void Counters::AddHardware(const PerfCalls& calls, const KnownWork& work) {
  std::vector<Slot*> slots;
  std::vector<Event> events;
  for (Slot& slot : slots_) {
    if (slot.event.kind != EventKind::kHardware) continue;
    slots.push_back(&slot);
    events.push_back(slot.event);
  }
  HardwareGroups hardware = OpenHardware(calls, events, work);
  for (std::size_t i = 0; i < slots.size(); ++i) {
    const Placed& placed = hardware.placed[i];
    slots[i]->error = placed.error;
    slots[i]->why_not = placed.why;
    if (placed.group < 0) continue;
    slots[i]->source = Source::kGroup;
    slots[i]->group = static_cast<std::size_t>(placed.group);
    slots[i]->member = placed.member;
    slots[i]->name = hardware.groups[slots[i]->group].names()[placed.member];
  }
  pinned_ = hardware.pinned;
  if (!hardware.note.empty()) notes_.push_back(hardware.note + ".");
  groups_ = std::move(hardware.groups);
}

// One group of all that the kernel lets in.
void Counters::AddSoftware(const PerfCalls& calls) {
  std::vector<Slot*> slots;
  for (Slot& slot : slots_) {
    if (slot.event.kind == EventKind::kSoftware) slots.push_back(&slot);
  }
  while (!slots.empty()) {
    std::vector<Event> events;
    for (const Slot* const slot : slots) events.push_back(slot->event);
    auto group = CounterGroup::Open(calls, events, {}, false);
    if (group) {
      for (std::size_t i = 0; i < slots.size(); ++i) {
        slots[i]->source = Source::kGroup;
        slots[i]->group = groups_.size();
        slots[i]->member = i;
        slots[i]->name = group->names()[i];
      }
      groups_.push_back(*std::move(group));
      return;
    }
    Slot& refused = *slots[group.error().member];
    refused.error = group.error().error;
    refused.why_not = group.error().why;
    slots.erase(slots.begin() + static_cast<std::ptrdiff_t>(group.error().member));
  }
}

void Counters::UseUsage() {
  const auto usage = usage_();
  if (!usage) return;
  for (Slot& slot : slots_) {
    if (slot.source == Source::kNone && UsageOf(*usage, slot.event)) slot.source = Source::kUsage;
  }
}

void Counters::UseRdpmc(const PerfCalls& calls) {
  if (!pinned_) {
    notes_.emplace_back("RDPMC is not used: there is no group of hardware counters that is always on the CPU.");
    return;
  }
  auto opened = UserCounters::Open(calls, groups_.front());
  if (!opened) {
    notes_.push_back("RDPMC is not used: " + opened.error().message + ".");
    return;
  }
  user_counters_.emplace(*std::move(opened));
}

std::string Counters::CountedInstead() const {
  std::vector<std::string> names;
  for (const Slot& slot : slots_) {
    if (slot.event.kind == EventKind::kSoftware && slot.source != Source::kNone) names.push_back(slot.event.name);
  }
  return names.empty() ? "" : Joined(names) + " are counted instead";
}

// One note per cause.
void Counters::NoteRefusals(const Surroundings& surroundings) {
  struct Cause {
    EventKind kind;
    int error;
    bool replaced;
    auto operator<=>(const Cause&) const = default;
  };
  std::map<Cause, std::vector<std::string>> refused;
  for (Slot& slot : slots_) {
    if (slot.source == Source::kGroup) continue;
    if (slot.error == 0) {
      notes_.push_back(slot.why_not + ".");
      continue;
    }
    refused[{slot.event.kind, slot.error, slot.source == Source::kUsage}].push_back(slot.event.name);
    slot.why_not = WhyRefused(slot.event.kind, slot.error, surroundings);
    lacks_pmu_ = lacks_pmu_ || IsForWantOfAPmu(slot.event.kind, slot.error, surroundings);
  }
  for (const auto& [cause, names] : refused) {
    const std::string instead = cause.replaced                       ? "getrusage and the thread's CPU clock are used"
                                : cause.kind == EventKind::kHardware ? CountedInstead()
                                                                     : "";
    notes_.push_back(Refusal(Joined(names), cause.kind, cause.error, surroundings, instead));
  }
}

CounterState Counters::Read() const {
  CounterState state;
  for (std::size_t i = 0; i < groups_.size(); ++i) {
    if (i == 0 && user_counters_) {
      auto values = user_counters_->Read();
      state.groups.push_back(values ? Result<Reading>(Reading{0, 0, *std::move(values), std::nullopt})
                                    : InvalidError("an event was on no hardware counter"));
    } else {
      state.groups.push_back(groups_[i].Read());
    }
  }
  const bool uses_usage =
      std::any_of(slots_.begin(), slots_.end(), [](const Slot& slot) { return slot.source == Source::kUsage; });
  if (uses_usage) state.usage = usage_();
  return state;
}

Result<Scaled> Counters::Difference(const Slot& slot, const CounterState& before, const CounterState& after) const {
  if (slot.source == Source::kUsage) {
    if (!before.usage || !after.usage) return InvalidError("getrusage said nothing");
    const std::uint64_t from = UsageOf(*before.usage, slot.event).value_or(0);
    return Scaled{UsageOf(*after.usage, slot.event).value_or(from) - from, 1};
  }
  if (slot.source == Source::kNone) return InvalidError(slot.why_not);
  const Result<Reading>& first = before.groups.at(slot.group);
  const Result<Reading>& last = after.groups.at(slot.group);
  if (!first || !last) return tl::unexpected<Error>(first ? last.error() : first.error());
  // Read by RDPMC: pinned and on the CPU, so nothing was missed.
  if (slot.group == 0 && user_counters_) return Scaled{last->values[slot.member] - first->values[slot.member], 1};
  return last->Since(*first, slot.member);
}

std::vector<Count> Counters::Between(const CounterState& before, const CounterState& after) const {
  std::vector<Count> counts;
  for (const Slot& slot : slots_) {
    Count count{slot.asked, slot.name, slot.event.unit, std::nullopt, 0, ""};
    const auto difference = Difference(slot, before, after);
    if (difference) {
      count.value = difference->value;
      count.share = difference->share;
      if (count.share < kLeastShare) count.why_not = fmt::format("multiplexed {:.0f} %", count.share * 100);
    } else {
      count.why_not = difference.error().message;
    }
    counts.push_back(std::move(count));
  }
  return counts;
}

std::map<std::string, std::string> Counters::WhyNot() const {
  std::map<std::string, std::string> reasons;
  for (const Slot& slot : slots_) {
    if (slot.source == Source::kNone) reasons.emplace(slot.asked, slot.why_not);
  }
  for (const Slot& slot : slots_) {
    if (slot.source != Source::kNone) reasons.erase(slot.asked);
  }
  return reasons;
}

}  // namespace firstbyte::perf
