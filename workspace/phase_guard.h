// SPDX-License-Identifier: GPL-2.0-or-later
// Whether the isolated phases of an engine (engine/phases_abi.h) do what its real set-up does. A phase is a copy of
// statements of zstd, which can drift from the original; then its time would be that of something else.
//
// Compared are all bytes of a whole workspace of the kernel's size, which held the same pattern before: what the
// phases left, one after the other, against what the real init of the measured engine left at the same addresses. Not
// compared is the context's padding, which the real init copies from its stack.
#ifndef FIRSTBYTE_WORKSPACE_PHASE_GUARD_H_
#define FIRSTBYTE_WORKSPACE_PHASE_GUARD_H_

#include <cstddef>
#include <span>

#include "base/error.h"
#include "engine/engine_abi.h"
#include "engine/phases_abi.h"

namespace firstbyte::workspace {

// What the phases clear, in bytes, as the guard saw it.
struct ClearedBytes {
  std::size_t cctx = 0;    // cctx_zeroing
  std::size_t tables = 0;  // table_clear, after a page of kPageBytes
};

// Checks zstd_init_cctx, zstd_init_cstream and the clearing of tables; `memory` is 8-aligned, holds a workspace of
// `level` (workspace::MemoryFor), and is overwritten. The error says which phase differs and where.
Result<ClearedBytes> CheckPhases(const firstbyte_phases& phases, const firstbyte_engine& engine, int level,
                                 std::span<std::byte> memory);

}  // namespace firstbyte::workspace

#endif  // FIRSTBYTE_WORKSPACE_PHASE_GUARD_H_
