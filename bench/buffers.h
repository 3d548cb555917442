// SPDX-License-Identifier: GPL-2.0-or-later
// The physical memory that an arm works in: its workspace and its destination fragments.
#ifndef FIRSTBYTE_BENCH_BUFFERS_H_
#define FIRSTBYTE_BENCH_BUFFERS_H_

#include <cstddef>
#include <memory>
#include <span>
#include <vector>

#include "base/error.h"
#include "workspace/fragment_walk.h"
#include "workspace/request_case.h"

namespace firstbyte::bench {

// Anonymous memory of its own mapping: page-aligned, in 4 KiB pages (as the kernel's kvmalloc gives it; huge pages are
// refused, so that no slot has them by luck), and written to before it is used.
class MappedMemory {
 public:
  static Result<MappedMemory> Map(std::size_t size);
  std::span<std::byte> bytes() const { return {static_cast<std::byte*>(data_.get()), size_}; }

 private:
  MappedMemory(std::shared_ptr<void> data, std::size_t size) : data_(std::move(data)), size_(size) {}
  std::shared_ptr<void> data_;
  std::size_t size_;
};

// One slot. Which arm uses it is drawn for each run (bench/schedule.h).
class Slot {
 public:
  // Room for a workspace of so many bytes and for a destination of so many bytes in at most so many fragments.
  static Result<Slot> Make(std::size_t workspace_bytes, std::size_t destination_bytes,
                           std::size_t destination_fragments);

  std::span<std::byte> workspace() const { return workspace_.bytes(); }

  // Fragments of these sizes, each on pages of its own, so that none continues another.
  std::vector<workspace::DestinationFragment> Destination(std::span<const std::size_t> sizes) const;

 private:
  Slot(MappedMemory workspace, MappedMemory destination)
      : workspace_(std::move(workspace)), destination_(std::move(destination)) {}
  MappedMemory workspace_;
  MappedMemory destination_;
};

}  // namespace firstbyte::bench

#endif  // FIRSTBYTE_BENCH_BUFFERS_H_
