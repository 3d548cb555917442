// SPDX-License-Identifier: GPL-2.0-or-later
// One request of crypto/zstd.c (Linux 6.17 and later): compress or decompress fragments of memory in the shared
// workspace.
//
// One-shot if the first source fragment and the first destination fragment each span the whole request, else streaming;
// the policy decides when the contexts are set up. Calls, their order and the errors are the kernel's. What differs, on
// purpose: on a stream error the kernel leaves fragments mapped, here they are released, in the reverse order of
// mapping. What does not differ, on purpose: the streaming path calls zstd_end_stream() once and ignores what it could
// not flush, and a truncated frame may end without an error; Request::unflushed says so where the kernel does not.
#ifndef FIRSTBYTE_WORKSPACE_REQUEST_H_
#define FIRSTBYTE_WORKSPACE_REQUEST_H_

#include <cstddef>
#include <span>

#include "workspace/fragment_walk.h"
#include "workspace/shared_workspace.h"

namespace firstbyte::workspace {

enum class Operation { kCompress, kDecompress };

struct Request {
  std::span<const SourceFragment> source;
  std::size_t source_size = 0;  // slen: bytes to read; at most what the fragments hold
  std::span<const DestinationFragment> destination;
  std::size_t destination_size =
      0;  // dlen before: capacity. Never written: it need not be armed again for the next operation

  std::size_t produced = 0;  // dlen after: bytes written, 0 after an error
  std::size_t unflushed =
      0;  // bytes that zstd_end_stream() said are still to come: the frame is cut short by them, though the status is 0
};

// Runs the request; 0 or a negative errno: -EINVAL (empty request, refused workspace, one-shot error), -ENOSPC (the
// destination ran out), -EIO (stream error).
using RequestFunction = int (*)(SharedWorkspace&, Request&);

// The function of an operation for workspaces of a policy: chosen once, so that the timed loop has no branch on either.
RequestFunction SelectRequest(Operation operation, InitPolicy policy);

// Convenience over SelectRequest with the workspace's policy.
int Run(Operation operation, SharedWorkspace& workspace, Request& request);

// "0", "EINVAL", "ENOSPC", "EIO" or "ENOMEM" for a status.
const char* StatusName(int status);

}  // namespace firstbyte::workspace

#endif  // FIRSTBYTE_WORKSPACE_REQUEST_H_
