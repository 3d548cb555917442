// SPDX-License-Identifier: GPL-2.0-or-later
#include "workspace/shared_workspace.h"

#include <fmt/core.h>

#include <algorithm>
#include <cstdint>

namespace firstbyte::workspace {
namespace {

constexpr std::size_t kAlignment = 8;  // __aligned(8) of the kernel's wksp

std::size_t AlignUp(std::size_t size) { return (size + kAlignment - 1) / kAlignment * kAlignment; }

}  // namespace

WorkspaceSizes SizesFor(const firstbyte_engine& engine, int level) {
  const firstbyte_parameters parameters = engine.zstd_get_params(level, kMaxSize);
  WorkspaceSizes sizes;
  sizes.cctx = engine.zstd_cctx_workspace_bound(&parameters);
  sizes.cstream = engine.zstd_cstream_workspace_bound(&parameters);
  sizes.dctx = engine.zstd_dctx_workspace_bound();
  sizes.dstream = engine.zstd_dstream_workspace_bound(kMaxSize);
  sizes.shared = std::max(sizes.cstream, sizes.dstream);
  return sizes;
}

std::size_t MemoryFor(const firstbyte_engine& engine, int level, InitPolicy policy) {
  const WorkspaceSizes sizes = SizesFor(engine, level);
  return policy == InitPolicy::kReuse ? AlignUp(sizes.cstream) + AlignUp(sizes.dstream) : sizes.shared;
}

Result<SharedWorkspace> SharedWorkspace::Create(const firstbyte_engine& engine, int level, InitPolicy policy,
                                                std::span<std::byte> memory) {
  const WorkspaceSizes sizes = SizesFor(engine, level);
  if (sizes.shared == 0 || engine.zstd_is_error(sizes.cstream) != 0 || engine.zstd_is_error(sizes.dstream) != 0) {
    return InvalidError(fmt::format("Engine {} gives no workspace size for level {} (EINVAL).", engine.name, level));
  }
  if (memory.size() < MemoryFor(engine, level, policy)) {
    return InvalidError(fmt::format("A workspace of engine {} needs {} bytes, but there are {} (ENOMEM).", engine.name,
                                    MemoryFor(engine, level, policy), memory.size()));
  }
  SharedWorkspace workspace;
  workspace.engine_ = &engine;
  workspace.parameters_ = engine.zstd_get_params(level, kMaxSize);
  workspace.policy_ = policy;
  workspace.memory_ = memory.data();
  workspace.size_ = sizes.shared;
  if (policy == InitPolicy::kReuse) {
    std::byte* const second = memory.data() + AlignUp(sizes.cstream);
    workspace.reused_cctx_ = engine.zstd_init_cstream(&workspace.parameters_, 0, memory.data(), sizes.cstream);
    workspace.reused_dctx_ = engine.zstd_init_dstream(kMaxSize, second, sizes.dstream);
    if (workspace.reused_cctx_ == nullptr || workspace.reused_dctx_ == nullptr) {
      return InvalidError(fmt::format("Engine {} refuses a workspace of its own bound (EINVAL).", engine.name));
    }
  }
  return workspace;
}

}  // namespace firstbyte::workspace
