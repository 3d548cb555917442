// SPDX-License-Identifier: GPL-2.0-or-later
#include "workspace/request_case.h"

#include <fmt/core.h>

#include <algorithm>
#include <array>

namespace firstbyte::workspace {
namespace {

constexpr std::array<CaseInfo, 5> kCases = {{
    {RequestCase::kLinear, "linear", "one source buffer, one destination buffer: one-shot", true, true},
    {RequestCase::kScattered, "scattered", "source and destination in equal fragments: streams", true, true},
    {RequestCase::kZswapStore, "zswap-store", "a page into a buffer of one page, as zswap stores: one-shot", true,
     false},
    {RequestCase::kZswapLoad, "zswap-load", "an object inside one zsmalloc page, as zswap loads: one-shot", false,
     true},
    {RequestCase::kZswapLoadStraddling, "zswap-load-straddling",
     "an object across two zsmalloc pages: two source fragments, streams", false, true},
}};

// Nearly equal pieces without an empty one: the first ones are a byte longer.
std::vector<std::size_t> Split(std::size_t size, std::size_t pieces) {
  const std::size_t count = std::max<std::size_t>(1, std::min(pieces, size));
  std::vector<std::size_t> sizes(count, size / count);
  for (std::size_t i = 0; i < size % count; ++i) ++sizes[i];
  return sizes;
}

}  // namespace

std::span<const CaseInfo> Cases() { return kCases; }

Result<CaseInfo> FindCase(const std::string& name) {
  const auto found =
      std::find_if(kCases.begin(), kCases.end(), [&name](const CaseInfo& info) { return name == info.name; });
  if (found != kCases.end()) return *found;
  std::string names;
  for (const CaseInfo& info : kCases) names += names.empty() ? info.name : std::string(", ") + info.name;
  return UsageError(fmt::format("There is no request case '{}'. Cases: {}.", name, names));
}

std::size_t CompressBound(std::size_t size) {
  constexpr std::size_t kSmall = std::size_t{128} << 10;
  return size + (size >> 8) + (size < kSmall ? (kSmall - size) >> 11 : 0);
}

Layout LayoutFor(RequestCase request_case, Operation operation, std::size_t source_size, std::size_t decoded_size,
                 std::size_t fragments) {
  Layout layout;
  layout.destination_size =
      operation == Operation::kCompress ? std::max(2 * decoded_size, CompressBound(decoded_size)) : decoded_size;
  if (request_case == RequestCase::kZswapStore) layout.destination_size = decoded_size;
  const bool scattered = request_case == RequestCase::kScattered;
  const std::size_t source_pieces = request_case == RequestCase::kZswapLoadStraddling ? 2 : scattered ? fragments : 1;
  layout.source = Split(source_size, source_pieces);
  layout.destination = Split(layout.destination_size, scattered ? fragments : 1);
  return layout;
}

}  // namespace firstbyte::workspace
