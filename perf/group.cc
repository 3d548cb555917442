// SPDX-License-Identifier: GPL-2.0-or-later
#include "perf/group.h"

#include <fmt/core.h>
#include <sys/ioctl.h>

#include <cerrno>

#include "perf/refusal.h"

namespace firstbyte::perf {
namespace {

// A group that somebody else has added to; no PMU has as many counters.
constexpr std::size_t kMostBytes = std::size_t{1} << 16;

}  // namespace

tl::expected<CounterGroup, GroupRefusal> CounterGroup::Open(const PerfCalls& calls, const std::vector<Event>& events,
                                                            Target target, bool pinned) {
  CounterGroup group(calls);
  for (std::size_t i = 0; i < events.size(); ++i) {
    if (const auto added = group.Add(events[i], target, pinned); !added)
      return tl::unexpected<GroupRefusal>({i, added.error(), ""});
  }
  // A disabled group is never in error, so this is about its members.
  if (const auto reading = group.Read(); !reading) return tl::unexpected<GroupRefusal>({0, 0, reading.error().message});
  return group;
}

tl::expected<void, int> CounterGroup::Add(const Event& event, Target target, bool pinned) {
  const bool leads = descriptors_.empty();
  perf_event_attr attributes = CountingAttributes(event);
  attributes.disabled = leads ? 1 : 0;
  attributes.pinned = leads && pinned ? 1 : 0;
  const auto opened = OpenEvent(calls_, event, attributes, target, leads ? -1 : descriptors_.front());
  if (!opened) return tl::unexpected<int>(opened.error());
  descriptors_.push_back(opened->fd);
  std::uint64_t id = 0;
  const int error = calls_.control(opened->fd, PERF_EVENT_IOC_ID, reinterpret_cast<std::uintptr_t>(&id));
  if (error != 0) return tl::unexpected<int>(-error);
  ids_.push_back(id);
  names_.push_back(event.name + ModeSuffix(opened->attributes));
  return {};
}

CounterGroup::CounterGroup(CounterGroup&& other) noexcept
    : calls_(std::move(other.calls_)),
      descriptors_(std::exchange(other.descriptors_, {})),
      ids_(std::move(other.ids_)),
      names_(std::move(other.names_)) {}

// Members first: without a leader they would become leaders for a moment.
CounterGroup::~CounterGroup() {
  for (std::size_t i = descriptors_.size(); i-- > 0;) calls_.close(descriptors_[i]);
}

Result<void> CounterGroup::Control(unsigned long request, const char* name) const {
  const int error = calls_.control(descriptors_.front(), request, PERF_IOC_FLAG_GROUP);
  if (error != 0) return InvalidError(fmt::format("{} failed ({})", name, ErrnoName(-error)));
  return {};
}

Result<void> CounterGroup::Enable() const { return Control(PERF_EVENT_IOC_ENABLE, "PERF_EVENT_IOC_ENABLE"); }
Result<void> CounterGroup::Disable() const { return Control(PERF_EVENT_IOC_DISABLE, "PERF_EVENT_IOC_DISABLE"); }
Result<void> CounterGroup::Reset() const { return Control(PERF_EVENT_IOC_RESET, "PERF_EVENT_IOC_RESET"); }

Result<Reading> CounterGroup::Read() const {
  std::vector<std::uint8_t> bytes(ReadBytes(ids_.size()));
  while (true) {
    const std::int64_t got = calls_.read(descriptors_.front(), bytes.data(), bytes.size());
    if (got == -EINTR) continue;
    if (got == -ENOSPC && bytes.size() < kMostBytes) {
      bytes.resize(bytes.size() * 2);
      continue;
    }
    if (got < 0)
      return InvalidError(fmt::format("the counters cannot be read ({})", ErrnoName(static_cast<int>(-got))));
    bytes.resize(static_cast<std::size_t>(got));
    return ParseReading(bytes, ids_);
  }
}

}  // namespace firstbyte::perf
