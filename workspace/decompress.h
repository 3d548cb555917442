// SPDX-License-Identifier: GPL-2.0-or-later
// The decompressing half of request.h: zstd_decompress() of crypto/zstd.c.
#ifndef FIRSTBYTE_WORKSPACE_DECOMPRESS_H_
#define FIRSTBYTE_WORKSPACE_DECOMPRESS_H_

#include "workspace/request.h"

namespace firstbyte::workspace {

RequestFunction SelectDecompress(InitPolicy policy);

}  // namespace firstbyte::workspace

#endif  // FIRSTBYTE_WORKSPACE_DECOMPRESS_H_
