// SPDX-License-Identifier: GPL-2.0-or-later
#include "workspace/request.h"

#include <cerrno>

#include "workspace/compress.h"
#include "workspace/decompress.h"

namespace firstbyte::workspace {

RequestFunction SelectRequest(Operation operation, InitPolicy policy) {
  return operation == Operation::kCompress ? SelectCompress(policy) : SelectDecompress(policy);
}

int Run(Operation operation, SharedWorkspace& workspace, Request& request) {
  return SelectRequest(operation, workspace.policy())(workspace, request);
}

const char* StatusName(int status) {
  switch (-status) {
    case 0:
      return "0";
    case EINVAL:
      return "EINVAL";
    case ENOSPC:
      return "ENOSPC";
    case EIO:
      return "EIO";
    case ENOMEM:
      return "ENOMEM";
    default:
      return "unknown errno";
  }
}

}  // namespace firstbyte::workspace
