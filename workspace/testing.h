// SPDX-License-Identifier: GPL-2.0-or-later
// For tests: requests over owned memory, an observer that writes down the walk, and a fake engine that writes down its
// calls.
#ifndef FIRSTBYTE_WORKSPACE_TESTING_H_
#define FIRSTBYTE_WORKSPACE_TESTING_H_

#include <cstddef>
#include <memory>
#include <string>
#include <vector>

#include "workspace/request.h"
#include "workspace/request_case.h"

namespace firstbyte::workspace {

using Bytes = std::vector<unsigned char>;

// A request whose fragments lie in separate allocations, so that a sanitizer sees every byte beyond one.
class OwnedRequest {
 public:
  OwnedRequest(const Bytes& source, const Layout& layout);

  Request& request() { return request_; }

  // What was produced, over all destination fragments.
  Bytes Output() const;

 private:
  std::vector<Bytes> source_memory_;
  std::vector<Bytes> destination_memory_;
  std::vector<SourceFragment> source_;
  std::vector<DestinationFragment> destination_;
  Request request_;
};

// A workspace with memory of its own, filled with a pattern: nothing may depend on zeroed memory.
class OwnedWorkspace {
 public:
  OwnedWorkspace(const firstbyte_engine& engine, InitPolicy policy, int level = kDefaultLevel);

  SharedWorkspace& workspace() { return workspace_; }

 private:
  std::vector<std::max_align_t> memory_;
  SharedWorkspace workspace_;
};

// Writes "map source 4096", "unmap destination 0" and so on, and knows whether everything mapped was unmapped in the
// reverse order.
class WalkLog : public MapObserver {
 public:
  explicit WalkLog(std::vector<std::string>* log) : log_(log) {}
  void OnMap(Side side, std::size_t size) override;
  void OnUnmap(Side side, std::size_t used) override;

  bool everything_unmapped() const { return mapped_.empty(); }
  bool always_in_reverse_order() const { return reverse_order_; }

 private:
  std::vector<std::string>* log_;
  std::vector<Side> mapped_;
  bool reverse_order_ = true;
};

// What the fake engine does next. It counts and logs; it compresses nothing.
struct FakeEngineState {
  std::vector<std::string> log;
  bool refuse_cstream = false;
  bool refuse_dstream = false;
  bool refuse_cctx = false;
  bool refuse_dctx = false;
  bool fail_compress_stream = false;
  bool fail_flush_stream = false;
  bool fail_end_stream = false;
  bool fail_decompress_stream = false;
};

// There is one: the engine's table has no room for a context. Reset by each call of FakeEngine().
FakeEngineState& FakeState();
const firstbyte_engine& FakeEngine();

}  // namespace firstbyte::workspace

#endif  // FIRSTBYTE_WORKSPACE_TESTING_H_
