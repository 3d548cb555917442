// SPDX-License-Identifier: GPL-2.0-or-later
// The compressing half of request.h: zstd_compress() of crypto/zstd.c.
#ifndef FIRSTBYTE_WORKSPACE_COMPRESS_H_
#define FIRSTBYTE_WORKSPACE_COMPRESS_H_

#include "workspace/request.h"

namespace firstbyte::workspace {

RequestFunction SelectCompress(InitPolicy policy);

}  // namespace firstbyte::workspace

#endif  // FIRSTBYTE_WORKSPACE_COMPRESS_H_
