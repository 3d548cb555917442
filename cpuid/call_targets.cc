// SPDX-License-Identifier: GPL-2.0-or-later
#include "cpuid/call_targets.h"

#include <algorithm>
#include <cstring>

#include "cpuid/decode.h"

namespace firstbyte::cpuid {
namespace {

constexpr std::uint8_t kCall = 0xE8;
constexpr std::uint8_t kJump = 0xE9;
constexpr std::size_t kLength = 5;  // opcode and a 32-bit displacement

// Whether an instruction of that length begins at `at` when decoding from the beginning of its function.
bool IsInstruction(const ElfImage& image, const CodeRegion& region, std::uint64_t at) {
  const auto function = image.FunctionAt(at);
  if (!function || !region.Contains(function->begin)) return false;
  for (std::uint64_t here = function->begin; here <= at;) {
    const auto instruction = DecodeAt(region.bytes.subspan(here - region.address));
    if (!instruction) return false;
    if (here == at) return instruction->length == kLength;
    here += instruction->length;
  }
  return false;
}

}  // namespace

std::vector<std::uint64_t> CallTargets(const ElfImage& image, std::uint64_t low, std::uint64_t high) {
  std::vector<std::uint64_t> targets;
  for (const CodeRegion& region : image.regions()) {
    // Looking at the bytes first is much cheaper than decoding everything: few displacements lead into so small a
    // range.
    for (std::size_t i = 0; i + kLength <= region.bytes.size(); ++i) {
      if (region.bytes[i] != kCall && region.bytes[i] != kJump) continue;
      std::int32_t displacement = 0;
      std::memcpy(&displacement, region.bytes.data() + i + 1, sizeof displacement);
      const std::uint64_t at = region.address + i;
      const std::uint64_t target = at + kLength + static_cast<std::uint64_t>(std::int64_t{displacement});
      if (target < low || target > high || !IsInstruction(image, region, at)) continue;
      targets.push_back(target);
    }
  }
  std::sort(targets.begin(), targets.end());
  targets.erase(std::unique(targets.begin(), targets.end()), targets.end());
  return targets;
}

}  // namespace firstbyte::cpuid
