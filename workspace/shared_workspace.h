// SPDX-License-Identifier: GPL-2.0-or-later
// The workspace that crypto/zstd.c (Linux 6.17 and later) keeps per CPU: one piece of memory that compression and
// decompression, one-shot and streaming, set up anew for each request. Its size and parameters are the kernel's:
// ZSTD_getParams(level, 2^18), and the larger one of the two streaming bounds.
#ifndef FIRSTBYTE_WORKSPACE_SHARED_WORKSPACE_H_
#define FIRSTBYTE_WORKSPACE_SHARED_WORKSPACE_H_

#include <cstddef>
#include <span>

#include "base/error.h"
#include "engine/engine_abi.h"
#include "workspace/fragment_walk.h"

namespace firstbyte::workspace {

// ZSTD_DEF_LEVEL and ZSTD_MAX_SIZE (1 << ZSTD_MAX_WINDOWLOG) of crypto/zstd.c.
inline constexpr int kDefaultLevel = 3;
inline constexpr std::size_t kMaxSize = std::size_t{1} << 18;

// When a request sets up its context.
enum class InitPolicy {
  kEager,     // a stream context first, always: crypto/zstd.c since 6.17, the mails' baseline
  kDeferred,  // a stream context only when the request streams: the mails' patches
  kReuse,     // contexts are made once, with the workspace, and reset: crypto/zstd.c before 6.17, the floor
};

// Bytes, as the engine's estimates give them.
struct WorkspaceSizes {
  std::size_t cctx = 0;
  std::size_t cstream = 0;
  std::size_t dctx = 0;
  std::size_t dstream = 0;
  std::size_t shared = 0;  // wksp_size of crypto/zstd.c
};

WorkspaceSizes SizesFor(const firstbyte_engine& engine, int level);

// How much memory a workspace of this policy needs. `kReuse` keeps two contexts and needs room for both.
std::size_t MemoryFor(const firstbyte_engine& engine, int level, InitPolicy policy);

class SharedWorkspace {
 public:
  // `memory` must be 8-aligned, at least MemoryFor() long, and outlive the workspace; its content does not matter. An
  // engine that gives no size, or refuses the memory, is an error (the kernel's -EINVAL at allocation).
  static Result<SharedWorkspace> Create(const firstbyte_engine& engine, int level, InitPolicy policy,
                                        std::span<std::byte> memory);

  const firstbyte_engine& engine() const { return *engine_; }
  const firstbyte_parameters& parameters() const { return parameters_; }
  InitPolicy policy() const { return policy_; }
  void* memory() const { return memory_; }
  std::size_t size() const { return size_; }

  // The contexts of `kReuse`; null otherwise.
  void* reused_cctx() const { return reused_cctx_; }
  void* reused_dctx() const { return reused_dctx_; }

  MapObserver* observer() const { return observer_; }
  void set_observer(MapObserver* observer) { observer_ = observer; }

 private:
  SharedWorkspace() = default;

  const firstbyte_engine* engine_ = nullptr;
  firstbyte_parameters parameters_{};
  InitPolicy policy_ = InitPolicy::kEager;
  void* memory_ = nullptr;
  std::size_t size_ = 0;
  void* reused_cctx_ = nullptr;
  void* reused_dctx_ = nullptr;
  MapObserver* observer_ = nullptr;
};

}  // namespace firstbyte::workspace

#endif  // FIRSTBYTE_WORKSPACE_SHARED_WORKSPACE_H_
