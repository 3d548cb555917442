// SPDX-License-Identifier: GPL-2.0-or-later
#include "bench/buffers.h"

#include <fmt/core.h>
#include <sys/mman.h>

#include <cerrno>
#include <cstring>
#include <utility>

namespace firstbyte::bench {
namespace {

constexpr std::size_t kPage = workspace::kPageBytes;

// Not zero: a workspace of the kernel is not zeroed, and nothing may depend on it.
constexpr int kFill = 0xA5;

std::size_t Pages(std::size_t bytes) { return (bytes + kPage - 1) / kPage; }

}  // namespace

Result<MappedMemory> MappedMemory::Map(std::size_t size) {
  const std::size_t length = Pages(size) * kPage;
  void* const data = mmap(nullptr, length, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (data == MAP_FAILED) {
    return InvalidError(fmt::format("There is no memory for a buffer of {} bytes: {}.", length, std::strerror(errno)));
  }
  // A kernel without huge pages does not know the advice, and does not need it.
  (void)madvise(data, length, MADV_NOHUGEPAGE);
  std::memset(data, kFill, length);
  return MappedMemory(std::shared_ptr<void>(data, [length](void* memory) { munmap(memory, length); }), length);
}

Result<Slot> Slot::Make(std::size_t workspace_bytes, std::size_t destination_bytes, std::size_t destination_fragments) {
  auto workspace = MappedMemory::Map(workspace_bytes);
  if (!workspace) return tl::unexpected<Error>(workspace.error());
  // A fragment wastes less than a page.
  auto destination = MappedMemory::Map(destination_bytes + destination_fragments * kPage);
  if (!destination) return tl::unexpected<Error>(destination.error());
  return Slot(*std::move(workspace), *std::move(destination));
}

std::vector<workspace::DestinationFragment> Slot::Destination(std::span<const std::size_t> sizes) const {
  std::vector<workspace::DestinationFragment> fragments;
  std::size_t page = 0;
  for (const std::size_t size : sizes) {
    fragments.push_back({reinterpret_cast<unsigned char*>(destination_.bytes().data()) + page * kPage, size});
    page += Pages(size);
  }
  return fragments;
}

}  // namespace firstbyte::bench
