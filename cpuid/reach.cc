// SPDX-License-Identifier: GPL-2.0-or-later
#include "cpuid/reach.h"

#include <algorithm>

#include "cpuid/decode.h"

namespace firstbyte::cpuid {

Reach::Reach(std::span<const std::uint8_t> code, std::uint64_t address)
    : code_(code), address_(address), begins_(code.size()), covered_(code.size()) {}

bool Reach::Covers(std::uint64_t address) const { return Contains(address) && covered_[address - address_]; }

void Reach::From(std::uint64_t start) {
  pending_.push_back(start);
  while (!pending_.empty()) {
    const std::uint64_t at = pending_.back();
    pending_.pop_back();
    Follow(at);
  }
}

void Reach::Follow(std::uint64_t at) {
  while (Contains(at) && !begins_[at - address_]) {
    const std::size_t index = at - address_;
    begins_[index] = true;
    const auto instruction = DecodeAt(code_.subspan(index));
    if (!instruction) return;
    std::fill_n(covered_.begin() + static_cast<std::ptrdiff_t>(index), instruction->length, true);
    if (instruction->is_cpuid)
      cpuids_.try_emplace(at + instruction->opcode_offset, ReachedCpuid{at, instruction->length});
    at += instruction->length;
    if (instruction->target) pending_.push_back(at + static_cast<std::uint64_t>(*instruction->target));
    if (instruction->ends_flow) return;
  }
}

}  // namespace firstbyte::cpuid
