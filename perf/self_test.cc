// SPDX-License-Identifier: GPL-2.0-or-later
#include "perf/self_test.h"

#include <fmt/core.h>

#include "perf/group.h"

namespace firstbyte::perf {
namespace {

SelfTestFailure Dropped(const Event& event, std::string_view what) {
  return {0, fmt::format("{} opened but did not count ({}); dropped", event.name, what)};
}

Result<Reading> CountWork(const CounterGroup& group, const KnownWork& work) {
  if (const auto enabled = group.Enable(); !enabled) return tl::unexpected<Error>(enabled.error());
  work.run();
  if (const auto disabled = group.Disable(); !disabled) return tl::unexpected<Error>(disabled.error());
  return group.Read();
}

std::optional<SelfTestFailure> Judge(const Event& event, const Scaled& counted, const Plausible& plausible) {
  if (counted.value >= plausible.least && counted.value <= plausible.most) return std::nullopt;
  const std::uint64_t due = counted.value < plausible.least ? plausible.least : plausible.most;
  if (plausible.expected != 0) return Dropped(event, fmt::format("{} of {}", counted.value, plausible.expected));
  return Dropped(event, fmt::format("{}, where {} {} is possible", counted.value,
                                    counted.value < plausible.least ? "no less than" : "no more than", due));
}

}  // namespace

std::optional<SelfTestFailure> SelfTest(const PerfCalls& calls, const Event& event, const KnownWork& work) {
  const auto group = CounterGroup::Open(calls, {event}, {}, false);
  if (!group && group.error().error != 0) return SelfTestFailure{group.error().error, ""};
  if (!group) return Dropped(event, group.error().why);
  const auto reading = CountWork(*group, work);
  if (!reading) return Dropped(event, reading.error().message);
  const auto counted = Scale(reading->values[0], reading->enabled_ns, reading->running_ns);
  if (!counted) return Dropped(event, counted.error().message);
  return Judge(event, *counted, PlausibleCount(event, work));
}

}  // namespace firstbyte::perf
