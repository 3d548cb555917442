// SPDX-License-Identifier: GPL-2.0-or-later
// Bytes that begin at a page boundary, as the pages begin that the kernel hands to its compressors: where a source lies
// in its cache lines is part of what a request costs.
#ifndef FIRSTBYTE_BENCH_PAGE_ALIGNED_H_
#define FIRSTBYTE_BENCH_PAGE_ALIGNED_H_

#include <cstddef>
#include <new>
#include <vector>

namespace firstbyte::bench {

template <typename T>
struct PageAlignedAllocator {
  using value_type = T;
  static constexpr std::align_val_t kAlignment{4096};

  PageAlignedAllocator() = default;
  template <typename U>
  explicit PageAlignedAllocator(const PageAlignedAllocator<U>&) {}

  T* allocate(std::size_t count) { return static_cast<T*>(::operator new(count * sizeof(T), kAlignment)); }
  void deallocate(T* memory, std::size_t) { ::operator delete(memory, kAlignment); }

  template <typename U>
  bool operator==(const PageAlignedAllocator<U>&) const {
    return true;
  }
};

using PageAlignedBytes = std::vector<unsigned char, PageAlignedAllocator<unsigned char>>;

}  // namespace firstbyte::bench

#endif  // FIRSTBYTE_BENCH_PAGE_ALIGNED_H_
