// SPDX-License-Identifier: GPL-2.0-or-later
#include "cpuid/trace_uprobe_events.h"

#include <fmt/core.h>
#include <linux/perf_event.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <cstddef>
#include <cstring>
#include <functional>
#include <string>
#include <thread>
#include <utility>

namespace firstbyte::cpuid {
namespace {

// Placing and removing a uprobe each wait for all CPUs (RCU), a tenth of a second on a busy machine; those who wait at
// the same time share one wait.
constexpr std::size_t kMostThreads = 64;

void ForEach(std::size_t count, const std::function<void(std::size_t)>& work) {
  std::atomic<std::size_t> next = 0;
  std::vector<std::thread> threads;
  for (std::size_t i = 0; i < std::min(count, kMostThreads); ++i) {
    threads.emplace_back([&] {
      for (std::size_t at = next++; at < count; at = next++) work(at);
    });
  }
  for (std::thread& thread : threads) thread.join();
}

perf_event_attr AttributesOf(std::uint64_t id) {
  perf_event_attr attributes{};
  attributes.size = PERF_ATTR_SIZE_VER0;  // the oldest layout, so that no kernel finds a field that it does not know
  attributes.type = PERF_TYPE_TRACEPOINT;
  attributes.config = id;
  attributes.disabled = 1;
  attributes.inherit = 1;
  attributes.enable_on_exec = 1;
  return attributes;
}

std::string WhyNot(int error) {
  switch (error) {
    case EACCES:
    case EPERM:
      return fmt::format(
          "This process may not count uprobes ({}): that takes root or CAP_PERFMON, and a seccomp profile that lets "
          "perf_event_open pass; use --method=breakpoints.",
          std::strerror(error));
    case EMFILE:
      return "Each CPUID of the program takes a descriptor, and no more are allowed; raise the limit (ulimit -n).";
    default:
      return fmt::format("This kernel cannot count uprobes (perf_event_open: {}); use --method=breakpoints.",
                         std::strerror(error));
  }
}

}  // namespace

void CloseAll(const PerfCalls& calls, const std::vector<int>& descriptors) {
  ForEach(descriptors.size(), [&](std::size_t i) {
    if (descriptors[i] >= 0) calls.close(descriptors[i]);
  });
}

Result<UprobeEvents> UprobeEvents::Open(const PerfCalls& calls, pid_t pid, const std::vector<std::uint64_t>& ids) {
  UprobeEvents events(calls);
  events.descriptors_.assign(ids.size(), -1);
  ForEach(ids.size(), [&](std::size_t i) {
    perf_event_attr attributes = AttributesOf(ids[i]);
    events.descriptors_[i] = calls.open(attributes, pid, -1, -1);
  });
  for (const int fd : events.descriptors_) {
    if (fd < 0) return InvalidError(WhyNot(-fd));
  }
  return events;
}

UprobeEvents::UprobeEvents(UprobeEvents&& other) noexcept
    : calls_(std::move(other.calls_)), descriptors_(std::exchange(other.descriptors_, {})) {}

UprobeEvents::~UprobeEvents() { CloseAll(calls_, descriptors_); }

Result<std::vector<std::int64_t>> UprobeEvents::Read() const {
  std::vector<std::int64_t> counts;
  for (const int fd : descriptors_) {
    std::int64_t count = 0;
    const std::int64_t got = calls_.read(fd, &count, sizeof count);
    // 0 bytes: the kernel has given the counter up.
    if (got != static_cast<std::int64_t>(sizeof count)) {
      return InvalidError(fmt::format("Cannot read a uprobe's counter ({}); use --method=breakpoints.",
                                      got < 0 ? std::strerror(static_cast<int>(-got)) : "the kernel gave it up"));
    }
    counts.push_back(count);
  }
  return counts;
}

}  // namespace firstbyte::cpuid
