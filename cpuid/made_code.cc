// SPDX-License-Identifier: GPL-2.0-or-later
#include "cpuid/made_code.h"

#include <cstddef>

#include "cpuid/scan.h"

namespace firstbyte::cpuid {
namespace {

// Padding in front of a function: zeros or breakpoints, longer than tables of constants have zeros.
constexpr std::size_t kLongPadding = 64;
constexpr std::size_t kFunctionAlignment = 16;
constexpr std::uint8_t kBreakpointByte = 0xCC;

// Follows the code from each place where a function may begin.
void FollowFunctions(std::span<const std::uint8_t> code, std::uint64_t address, bool starts_here, Reach& reach) {
  std::size_t padding = starts_here ? kLongPadding : 0;
  for (std::size_t at = 0; at < code.size(); ++at) {
    if (code[at] == 0 || code[at] == kBreakpointByte) {
      ++padding;
      continue;
    }
    if (padding >= kLongPadding && at % kFunctionAlignment == 0) reach.From(address + at);
    padding = 0;
  }
}

}  // namespace

MadeCpuids FindMadeCpuids(std::span<const std::uint8_t> code, std::uint64_t address, CodeStart start) {
  Reach reach(code, address);
  if (start != CodeStart::kNowhere) FollowFunctions(code, address, start == CodeStart::kHere, reach);
  MadeCpuids found;
  for (const auto& [opcode, cpuid] : reach.cpuids()) found.cpuids.push_back(cpuid);
  for (const std::size_t match : RawMatches(code)) {
    if (!reach.Covers(address + match)) found.undecided.push_back(address + match);
  }
  return found;
}

}  // namespace firstbyte::cpuid
