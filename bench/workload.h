// SPDX-License-Identifier: GPL-2.0-or-later
// The requests of one operation, ready to run: sources laid out in memory as the request case says, and what each
// request must produce.
//
// All arms of an operation share one workload, so that they read the same bytes at the same addresses. Each source
// fragment begins at a page boundary, as a page of the kernel does and as the destinations do. For decompression the
// sources are frames that the engine itself compressed in one shot; their bytes do not depend on
// probe or policy.
#ifndef FIRSTBYTE_BENCH_WORKLOAD_H_
#define FIRSTBYTE_BENCH_WORKLOAD_H_

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "base/error.h"
#include "bench/page_aligned.h"
#include "engine/engine_abi.h"
#include "workspace/request.h"
#include "workspace/request_case.h"

namespace firstbyte::bench {

using Bytes = std::vector<unsigned char>;

struct WorkItem {
  std::vector<workspace::SourceFragment> source;
  std::size_t source_size = 0;
  workspace::Layout layout;
  int expected_status = 0;  // of zswap's store of a page that does not shrink: -EINVAL
  std::size_t expected_produced = 0;
  std::uint64_t expected_hash = 0;  // HashBytes() of the output
};

struct WorkloadOptions {
  workspace::Operation operation = workspace::Operation::kCompress;
  workspace::RequestCase request_case = workspace::RequestCase::kLinear;
  std::size_t fragments = 1;
  int level = workspace::kDefaultLevel;
};

class Workload {
 public:
  // Lays out a request for each page and runs it once, for what it must produce; the output of a compression is
  // decompressed and compared. A page that zswap would store raw is left out of its loads. Nothing left to do, or an
  // engine that fails, is an error.
  static Result<Workload> Prepare(const firstbyte_engine& engine, const WorkloadOptions& options,
                                  std::span<const Bytes> pages);

  std::span<const WorkItem> items() const { return items_; }
  const WorkloadOptions& options() const { return options_; }
  std::size_t left_out() const { return left_out_; }

  // The largest destination of any item, and the most fragments that one has.
  std::size_t largest_destination() const;
  std::size_t most_destination_fragments() const;

 private:
  Result<void> Add(const firstbyte_engine& engine, const Bytes& page, workspace::SharedWorkspace& workspace);
  WorkItem Place(const Bytes& source, std::size_t decoded_size);

  WorkloadOptions options_;
  std::vector<PageAlignedBytes> memory_;  // of the source fragments; moving it keeps their addresses
  std::vector<WorkItem> items_;
  std::size_t left_out_ = 0;
};

std::uint64_t HashBytes(std::span<const workspace::DestinationFragment> fragments, std::size_t size);

}  // namespace firstbyte::bench

#endif  // FIRSTBYTE_BENCH_WORKLOAD_H_
