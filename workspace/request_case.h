// SPDX-License-Identifier: GPL-2.0-or-later
// The named shapes of requests: how source and destination lie in memory. The shape alone decides whether a request is
// one-shot or streams.
#ifndef FIRSTBYTE_WORKSPACE_REQUEST_CASE_H_
#define FIRSTBYTE_WORKSPACE_REQUEST_CASE_H_

#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "base/error.h"
#include "workspace/request.h"

namespace firstbyte::workspace {

// The page size that zswap's shapes are made of.
inline constexpr std::size_t kPageBytes = 4096;

enum class RequestCase {
  kLinear,      // source and destination are one buffer each: one-shot
  kScattered,   // both lie in equal fragments: streams
  kZswapStore,  // compress one page into a buffer of one page: always one-shot; a page that does not shrink ends in
                // EINVAL, and zswap stores it raw
  kZswapLoad,   // decompress an object that lies within one zsmalloc page: one-shot
  kZswapLoadStraddling,  // decompress an object that straddles two zsmalloc pages, two source fragments: streams
};

struct CaseInfo {
  RequestCase request_case;
  const char* name;
  const char* description;
  bool compress;  // the operations that this shape exists for
  bool decompress;
};

std::span<const CaseInfo> Cases();

// By name; a usage error that lists the names otherwise.
Result<CaseInfo> FindCase(const std::string& name);

// Sizes of the fragments, in their order, and the capacity that the request states.
struct Layout {
  std::vector<std::size_t> source;
  std::vector<std::size_t> destination;
  std::size_t destination_size = 0;
};

// The layout of one request. `decoded_size` is the size of the uncompressed data, `source_size` that of what the
// operation reads; `fragments` counts for kScattered alone. Compressing has room for data that does not shrink, except
// in zswap's store.
Layout LayoutFor(RequestCase request_case, Operation operation, std::size_t source_size, std::size_t decoded_size,
                 std::size_t fragments);

// zstd's ZSTD_COMPRESSBOUND: the room that a frame of so many bytes can need.
std::size_t CompressBound(std::size_t size);

}  // namespace firstbyte::workspace

#endif  // FIRSTBYTE_WORKSPACE_REQUEST_CASE_H_
