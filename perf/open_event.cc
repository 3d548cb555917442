// SPDX-License-Identifier: GPL-2.0-or-later
#include "perf/open_event.h"

#include <cerrno>
#include <cstdint>
#include <cstring>
#include <optional>

#include "perf/reading.h"
#include "perf/refusal.h"

namespace firstbyte::perf {
namespace {

// The kernel wrote the size that it knows. Fields beyond it would be refused again.
bool ShrinkTo(std::uint32_t known, std::uint32_t asked, perf_event_attr& attributes) {
  if (known >= asked || known < PERF_ATTR_SIZE_VER0) return false;
  std::memset(reinterpret_cast<char*>(&attributes) + known, 0, sizeof attributes - known);
  attributes.size = known;
  return true;
}

bool ExcludesAnything(const perf_event_attr& attributes) {
  return attributes.exclude_kernel != 0 || attributes.exclude_hv != 0 || attributes.exclude_user != 0;
}

// EINVAL names no culprit: the newest thing goes first.
bool AskForLess(perf_event_attr& attributes) {
  if (attributes.read_format == kReadFormatWithLost) {
    attributes.read_format = kReadFormat;
  } else if (attributes.exclude_hv != 0) {
    attributes.exclude_hv = 0;
  } else if (ExcludesAnything(attributes)) {
    attributes.exclude_kernel = attributes.exclude_user = 0;
  } else {
    return false;
  }
  return true;
}

bool StayInUserMode(const Event& event, perf_event_attr& attributes) {
  if (attributes.exclude_kernel != 0 || HappensInKernel(event)) return false;
  attributes.exclude_kernel = attributes.exclude_hv = 1;
  return true;
}

}  // namespace

bool HappensInKernel(const Event& event) {
  if (event.kind == EventKind::kTracepoint) return true;
  return event.type == PERF_TYPE_SOFTWARE &&
         (event.config == PERF_COUNT_SW_CONTEXT_SWITCHES || event.config == PERF_COUNT_SW_CPU_MIGRATIONS);
}

perf_event_attr CountingAttributes(const Event& event) {
  perf_event_attr attributes = AttributesOf(event);
  attributes.read_format = kReadFormat;
  attributes.exclude_kernel = attributes.exclude_hv = event.kind == EventKind::kHardware ? 1 : 0;
  return attributes;
}

tl::expected<OpenedEvent, int> OpenEvent(const PerfCalls& calls, const Event& event, perf_event_attr attributes,
                                         Target target, int group) {
  std::optional<int> first_refusal;
  bool gave_up_exclusion = false;
  // Each round gives something up for good, so this ends.
  while (true) {
    const std::uint32_t asked = attributes.size;
    const int fd = calls.open(attributes, target.pid, target.cpu, group);
    if (fd >= 0) return OpenedEvent{fd, attributes};
    const int error = -fd;
    if (!first_refusal) first_refusal = error;
    bool again = false;
    if (error == E2BIG) {
      again = ShrinkTo(attributes.size, asked, attributes);
    } else if (IsForbidden(error)) {
      again = !gave_up_exclusion && StayInUserMode(event, attributes);
    } else if (error == EINVAL) {
      gave_up_exclusion = gave_up_exclusion || attributes.read_format != kReadFormatWithLost;
      again = AskForLess(attributes);
    }
    if (!again) return tl::unexpected<int>(error == E2BIG || gave_up_exclusion ? *first_refusal : error);
  }
}

std::string ModeSuffix(const perf_event_attr& attributes) {
  const bool clock = attributes.type == PERF_TYPE_SOFTWARE &&
                     (attributes.config == PERF_COUNT_SW_CPU_CLOCK || attributes.config == PERF_COUNT_SW_TASK_CLOCK);
  if (clock && attributes.sample_period == 0) return "";
  return attributes.exclude_kernel != 0 ? ":u" : "";
}

}  // namespace firstbyte::perf
