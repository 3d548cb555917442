// SPDX-License-Identifier: GPL-2.0-or-later
// Records for tests, field by field.
#ifndef FIRSTBYTE_PERF_RECORD_BYTES_H_
#define FIRSTBYTE_PERF_RECORD_BYTES_H_

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string_view>
#include <vector>

namespace firstbyte::perf {

class RecordBytes {
 public:
  RecordBytes& U32(std::uint32_t value) { return Put(&value, sizeof value); }
  RecordBytes& U64(std::uint64_t value) { return Put(&value, sizeof value); }
  // Filled up with zeros to `size` bytes.
  RecordBytes& Text(std::string_view text, std::size_t size) {
    Put(text.data(), text.size());
    bytes_.resize(bytes_.size() + size - text.size());
    return *this;
  }

  const std::vector<std::uint8_t>& Get() const { return bytes_; }
  // As whole words, which records in a ring are.
  std::vector<std::uint64_t> Words() const {
    std::vector<std::uint64_t> words((bytes_.size() + sizeof(std::uint64_t) - 1) / sizeof(std::uint64_t));
    if (!words.empty()) std::memcpy(words.data(), bytes_.data(), bytes_.size());
    return words;
  }

 private:
  RecordBytes& Put(const void* from, std::size_t size) {
    const auto* const begin = static_cast<const std::uint8_t*>(from);
    bytes_.insert(bytes_.end(), begin, begin + size);
    return *this;
  }

  std::vector<std::uint8_t> bytes_;
};

}  // namespace firstbyte::perf

#endif  // FIRSTBYTE_PERF_RECORD_BYTES_H_
