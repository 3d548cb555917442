// SPDX-License-Identifier: GPL-2.0-or-later
#include "base/perf_ring.h"

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstring>
#include <vector>

namespace firstbyte {
namespace {

// Copies from a ring, whose end may be in the midst of a record.
void CopyFrom(std::span<const std::uint8_t> ring, std::uint64_t at, std::span<std::uint8_t> to) {
  const std::size_t begin = at % ring.size();
  const std::size_t first = std::min(to.size(), ring.size() - begin);
  std::copy_n(ring.begin() + static_cast<std::ptrdiff_t>(begin), first, to.begin());
  std::copy_n(ring.begin(), to.size() - first, to.begin() + static_cast<std::ptrdiff_t>(first));
}

}  // namespace

bool DrainPerfRing(perf_event_mmap_page& page,
                   const std::function<void(const perf_event_header&, std::span<const std::uint8_t>)>& take) {
  const auto* const begin = reinterpret_cast<const std::uint8_t*>(&page) + page.data_offset;
  const std::span ring(begin, page.data_size);
  // The kernel publishes its records by moving the head, and reuses their room when the tail has passed them.
  const std::uint64_t head = std::atomic_ref(page.data_head).load(std::memory_order_acquire);
  std::uint64_t at = page.data_tail;
  bool whole = head - at <= ring.size();
  std::vector<std::uint8_t> record;
  while (whole && head != at) {
    perf_event_header header{};
    whole = head - at >= sizeof header;
    if (!whole) break;
    record.resize(sizeof header);
    CopyFrom(ring, at, record);
    std::memcpy(&header, record.data(), sizeof header);
    whole = header.size >= sizeof header && header.size <= head - at;
    if (!whole) break;
    record.resize(header.size);
    CopyFrom(ring, at, record);
    take(header, std::span(record).subspan(sizeof header));
    at += header.size;
  }
  std::atomic_ref(page.data_tail).store(head, std::memory_order_release);
  return whole;
}

}  // namespace firstbyte
