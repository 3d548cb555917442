// SPDX-License-Identifier: GPL-2.0-or-later
// A ring buffer for tests, which is filled as the kernel does: see perf_ring.h. It writes over what nobody has read.
#ifndef FIRSTBYTE_BASE_FAKE_PERF_RING_H_
#define FIRSTBYTE_BASE_FAKE_PERF_RING_H_

#include <linux/perf_event.h>

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <vector>

namespace firstbyte {

class FakePerfRing {
 public:
  // `bytes` of data, a power of two or 0.
  explicit FakePerfRing(std::size_t bytes) : bytes_(bytes), memory_((kPage + bytes) / sizeof(std::uint64_t)) {
    page().data_offset = kPage;
    page().data_size = bytes;
  }
  perf_event_mmap_page& page() { return *reinterpret_cast<perf_event_mmap_page*>(memory_.data()); }
  std::size_t size() const { return memory_.size() * sizeof(std::uint64_t); }

  void StartAt(std::uint64_t at) { page().data_head = page().data_tail = at; }

  // A record whose header says another size than it has, if `claimed` is not 0.
  void Write(std::uint32_t type, const std::vector<std::uint64_t>& body, std::uint16_t claimed = 0) {
    const auto size = static_cast<std::uint16_t>(sizeof(perf_event_header) + body.size() * sizeof(std::uint64_t));
    const perf_event_header header{type, 0, claimed != 0 ? claimed : size};
    std::uint64_t word = 0;
    std::memcpy(&word, &header, sizeof word);
    Put(word);
    for (const std::uint64_t value : body) Put(value);
  }

 private:
  static constexpr std::size_t kPage = 4096;

  void Put(std::uint64_t word) {
    std::memcpy(reinterpret_cast<char*>(memory_.data()) + kPage + page().data_head % bytes_, &word, sizeof word);
    page().data_head += sizeof word;
  }

  std::size_t bytes_;
  std::vector<std::uint64_t> memory_;
};

}  // namespace firstbyte

#endif  // FIRSTBYTE_BASE_FAKE_PERF_RING_H_
