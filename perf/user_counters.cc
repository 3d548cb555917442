// SPDX-License-Identifier: GPL-2.0-or-later
#include "perf/user_counters.h"

#include <atomic>
#include <utility>

namespace firstbyte::perf {
namespace {

constexpr std::size_t kPageBytes = 4096;

// From `width` bits to 64, with the sign: hardware counters count up to an overflow from below 0.
std::uint64_t SignExtend(std::uint64_t value, unsigned width) {
  if (width == 0 || width >= 64) return value;
  const unsigned shift = 64 - width;
  return static_cast<std::uint64_t>(static_cast<std::int64_t>(value << shift) >> shift);
}

}  // namespace

std::uint64_t Rdpmc(std::uint32_t index) {
#if defined(__x86_64__)
  std::uint32_t low = 0;
  std::uint32_t high = 0;
  asm volatile("rdpmc" : "=a"(low), "=d"(high) : "c"(index));
  return std::uint64_t{high} << 32 | low;
#else
  (void)index;  // never asked for: no page allows it
  return 0;
#endif
}

std::optional<std::uint64_t> ReadUserCounter(const volatile perf_event_mmap_page& page, const ReadPmc& read_pmc) {
  while (true) {
    const std::uint32_t sequence = page.lock;
    std::atomic_signal_fence(std::memory_order_seq_cst);
    const std::uint32_t index = page.index;
    const std::uint64_t offset = static_cast<std::uint64_t>(page.offset);
    const unsigned width = page.pmc_width;
    if (page.cap_user_rdpmc == 0 || index == 0) return std::nullopt;
    const std::uint64_t count = SignExtend(read_pmc(index - 1), width);
    std::atomic_signal_fence(std::memory_order_seq_cst);
    // The kernel writes the page on this CPU only, so nothing but a context switch comes in between.
    if (page.lock == sequence) return offset + count;
  }
}

Result<UserCounters> UserCounters::Open(const PerfCalls& calls, const CounterGroup& group, ReadPmc read_pmc) {
  UserCounters counters(calls, std::move(read_pmc));
  for (const int fd : group.descriptors()) {
    void* const page = calls.map(fd, kPageBytes);
    if (page == nullptr) return InvalidError("the kernel gives no page to read counters from");
    counters.pages_.push_back(static_cast<perf_event_mmap_page*>(page));
    if (counters.pages_.back()->cap_user_rdpmc == 0)
      return InvalidError("the kernel does not allow RDPMC (cap_user_rdpmc is 0)");
  }
  if (!counters.Read()) return InvalidError("an event is on no hardware counter");
  return counters;
}

UserCounters::UserCounters(UserCounters&& other) noexcept
    : calls_(std::move(other.calls_)), read_pmc_(std::move(other.read_pmc_)), pages_(std::exchange(other.pages_, {})) {}

UserCounters::~UserCounters() {
  for (perf_event_mmap_page* const page : pages_) calls_.unmap(page, kPageBytes);
}

std::optional<std::vector<std::uint64_t>> UserCounters::Read() const {
  std::vector<std::uint64_t> values;
  for (const perf_event_mmap_page* const page : pages_) {
    const auto value = ReadUserCounter(*page, read_pmc_);
    if (!value) return std::nullopt;
    values.push_back(*value);
  }
  return values;
}

}  // namespace firstbyte::perf
