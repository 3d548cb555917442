// SPDX-License-Identifier: GPL-2.0-or-later
// The one place of this program that executes CPUID, and the count of how often it did.
//
// The instruction is volatile and its results are always stored: a compiler drops or merges a CPUID whose results
// nobody reads, which is why zstd's probe executes two of the three that its source asks for. In a guest each execution
// is, as a rule, a VM exit.
#ifndef FIRSTBYTE_CPUID_EXECUTE_H_
#define FIRSTBYTE_CPUID_EXECUTE_H_

#include <cstdint>

namespace firstbyte::cpuid {

struct Registers {
  std::uint32_t eax = 0;
  std::uint32_t ebx = 0;
  std::uint32_t ecx = 0;
  std::uint32_t edx = 0;
  bool operator==(const Registers&) const = default;
};

// Whether this build can execute the instruction at all: x86-64 only.
#if defined(__x86_64__)
inline constexpr bool kHaveCpuid = true;
#else
inline constexpr bool kHaveCpuid = false;
#endif

// Executes CPUID once. Zeros on other architectures.
Registers Execute(std::uint32_t leaf, std::uint32_t subleaf = 0);

// How many CPUIDs this process executed by Execute() and by ExecuteTimed() so far: every command that executes some
// reports it.
std::uint64_t ExecutedCount();

// One CPUID between two serialised readings of the time stamp counter, in ticks; the readings are in it.
std::uint64_t ExecuteTimed(std::uint32_t leaf, std::uint32_t subleaf);

// The same two readings around nothing.
std::uint64_t TimeNothing();

// `count` CPUIDs back to back between two readings, in ticks: what a workload pays that executes them in a row, the
// loop included.
std::uint64_t ExecuteBatchTimed(std::uint32_t leaf, std::uint32_t subleaf, std::uint32_t count);

// A serialised reading of the time stamp counter.
std::uint64_t ReadTsc();

}  // namespace firstbyte::cpuid

#endif  // FIRSTBYTE_CPUID_EXECUTE_H_
