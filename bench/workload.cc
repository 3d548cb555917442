// SPDX-License-Identifier: GPL-2.0-or-later
#include "bench/workload.h"

#include <fmt/core.h>

#include <algorithm>
#include <cerrno>
#include <optional>
#include <utility>

#include "bench/buffers.h"

namespace firstbyte::bench {
namespace {

using workspace::InitPolicy;
using workspace::Operation;
using workspace::RequestCase;
using workspace::SharedWorkspace;

// Frames and expectations come from the policy that sets up least; that all policies agree is tested in workspace/, and
// checked again for each arm (bench/arm_runner.h).
constexpr InitPolicy kReferencePolicy = InitPolicy::kDeferred;

bool IsZswapLoad(RequestCase request_case) {
  return request_case == RequestCase::kZswapLoad || request_case == RequestCase::kZswapLoadStraddling;
}

// Runs one linear request; empty where it fails.
std::optional<Bytes> RunLinear(Operation operation, SharedWorkspace& workspace, const Bytes& source, std::size_t room) {
  Bytes output(room);
  const workspace::SourceFragment from{source.data(), source.size()};
  const workspace::DestinationFragment to{output.data(), output.size()};
  workspace::Request request;
  request.source = {&from, 1};
  request.source_size = source.size();
  request.destination = {&to, 1};
  request.destination_size = room;
  if (workspace::Run(operation, workspace, request) != 0) return std::nullopt;
  output.resize(request.produced);
  return output;
}

// Runs an item into a slot, and writes down what it produced.
Bytes RunItem(Operation operation, SharedWorkspace& workspace, const Slot& slot, WorkItem& item,
              std::size_t& unflushed) {
  const auto destination = slot.Destination(item.layout.destination);
  workspace::Request request;
  request.source = item.source;
  request.source_size = item.source_size;
  request.destination = destination;
  request.destination_size = item.layout.destination_size;
  item.expected_status = workspace::Run(operation, workspace, request);
  item.expected_produced = request.produced;
  item.expected_hash = HashBytes(destination, request.produced);
  unflushed = request.unflushed;
  Bytes output;
  for (const auto& fragment : destination) output.insert(output.end(), fragment.data, fragment.data + fragment.size);
  output.resize(request.produced);
  return output;
}

}  // namespace

std::uint64_t HashBytes(std::span<const workspace::DestinationFragment> fragments, std::size_t size) {
  // FNV-1a, 64 bits: http://www.isthe.com/chongo/tech/comp/fnv/ names its constants. It has to catch accidents, not
  // attacks.
  std::uint64_t hash = 0xcbf29ce484222325u;
  for (const auto& fragment : fragments) {
    const std::size_t here = std::min(size, fragment.size);
    for (std::size_t i = 0; i < here; ++i) hash = (hash ^ fragment.data[i]) * 0x100000001b3u;
    size -= here;
  }
  return hash;
}

Result<Workload> Workload::Prepare(const firstbyte_engine& engine, const WorkloadOptions& options,
                                   std::span<const Bytes> pages) {
  auto memory = MappedMemory::Map(workspace::MemoryFor(engine, options.level, kReferencePolicy));
  if (!memory) return tl::unexpected<Error>(memory.error());
  auto shared = SharedWorkspace::Create(engine, options.level, kReferencePolicy, memory->bytes());
  if (!shared) return tl::unexpected<Error>(shared.error());
  Workload workload;
  workload.options_ = options;
  for (const Bytes& page : pages) {
    if (const auto added = workload.Add(engine, page, *shared); !added) return tl::unexpected<Error>(added.error());
  }
  if (workload.items_.empty()) {
    return InvalidError(
        "No page of this corpus shrinks, so that zswap would load none of them compressed; choose other pages.");
  }
  return workload;
}

Result<void> Workload::Add(const firstbyte_engine& engine, const Bytes& page, SharedWorkspace& workspace) {
  const Operation operation = options_.operation;
  Bytes source = page;
  if (operation == Operation::kDecompress) {
    auto frame = RunLinear(Operation::kCompress, workspace, page, workspace::CompressBound(page.size()));
    if (!frame) return InvalidError(fmt::format("Engine {} cannot compress a page of the corpus.", engine.name));
    if (IsZswapLoad(options_.request_case) && frame->size() >= page.size()) {
      ++left_out_;
      return {};
    }
    source = *std::move(frame);
  }
  WorkItem item = Place(source, page.size());
  const auto slot = Slot::Make(1, item.layout.destination_size, item.layout.destination.size());
  if (!slot) return tl::unexpected<Error>(slot.error());
  std::size_t unflushed = 0;
  const Bytes output = RunItem(operation, workspace, *slot, item, unflushed);
  const bool refused_by_zswap = options_.request_case == RequestCase::kZswapStore && item.expected_status == -EINVAL;
  if (item.expected_status != 0 && !refused_by_zswap) {
    return InvalidError(fmt::format("A {} request of this case ends in {}, so that there is nothing to measure.",
                                    operation == Operation::kCompress ? "compress" : "decompress",
                                    workspace::StatusName(item.expected_status)));
  }
  if (unflushed != 0) {
    return InvalidError(
        "A frame of this case is cut short by the kernel's single zstd_end_stream(); choose fewer fragments.");
  }
  const std::optional<Bytes> decoded = operation == Operation::kDecompress || refused_by_zswap
                                           ? std::optional<Bytes>(output)
                                           : RunLinear(Operation::kDecompress, workspace, output, page.size());
  if (!refused_by_zswap && (!decoded || *decoded != page)) {
    return InvalidError(fmt::format("Engine {} does not give a page of the corpus back as it was.", engine.name));
  }
  items_.push_back(std::move(item));
  return {};
}

WorkItem Workload::Place(const Bytes& source, std::size_t decoded_size) {
  WorkItem item;
  item.source_size = source.size();
  item.layout =
      workspace::LayoutFor(options_.request_case, options_.operation, source.size(), decoded_size, options_.fragments);
  auto next = source.begin();
  for (const std::size_t size : item.layout.source) {
    memory_.emplace_back(next, next + static_cast<std::ptrdiff_t>(size));
    item.source.push_back({memory_.back().data(), size});
    next += static_cast<std::ptrdiff_t>(size);
  }
  return item;
}

std::size_t Workload::largest_destination() const {
  std::size_t largest = 0;
  for (const WorkItem& item : items_) {
    std::size_t sum = 0;
    for (const std::size_t size : item.layout.destination) sum += size;
    largest = std::max(largest, sum);
  }
  return largest;
}

std::size_t Workload::most_destination_fragments() const {
  std::size_t most = 0;
  for (const WorkItem& item : items_) most = std::max(most, item.layout.destination.size());
  return most;
}

}  // namespace firstbyte::bench
