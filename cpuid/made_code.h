// SPDX-License-Identifier: GPL-2.0-or-later
// CPUIDs in code that a program makes at run time, of which no symbol and no unwind table says where functions begin.
//
// They may begin where a mapping does, and behind long padding; from there code is followed as reach.h says. Whatever
// else looks like a CPUID may as well be a constant, and is undecided.
#ifndef FIRSTBYTE_CPUID_MADE_CODE_H_
#define FIRSTBYTE_CPUID_MADE_CODE_H_

#include <cstdint>
#include <span>
#include <vector>

#include "cpuid/reach.h"

namespace firstbyte::cpuid {

struct MadeCpuids {
  std::vector<ReachedCpuid> cpuids;
  std::vector<std::uint64_t> undecided;  // addresses of 0F A2
};

// What memory that lies at `address`, a multiple of 16, is taken for.
enum class CodeStart {
  kHere,     // functions begin at its start
  kUnknown,  // it is the middle of something: they begin behind long padding
  kNowhere,  // it is for data, and nothing in it can be told from data
};

MadeCpuids FindMadeCpuids(std::span<const std::uint8_t> code, std::uint64_t address, CodeStart start);

}  // namespace firstbyte::cpuid

#endif  // FIRSTBYTE_CPUID_MADE_CODE_H_
