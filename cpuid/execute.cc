// SPDX-License-Identifier: GPL-2.0-or-later
#include "cpuid/execute.h"

#include <atomic>

namespace firstbyte::cpuid {
namespace {

std::atomic<std::uint64_t> executed{0};

#if defined(__x86_64__)

// LFENCE keeps what is before from being measured and what is after from starting early. Never CPUID, which would be
// two more exits per sample in a guest.
inline std::uint64_t FencedTsc() {
  std::uint32_t low = 0;
  std::uint32_t high = 0;
  asm volatile("lfence\n\trdtsc\n\tlfence" : "=a"(low), "=d"(high) : : "memory");
  return std::uint64_t{high} << 32 | low;
}

inline Registers Cpuid(std::uint32_t leaf, std::uint32_t subleaf) {
  Registers r;
  asm volatile("cpuid" : "=a"(r.eax), "=b"(r.ebx), "=c"(r.ecx), "=d"(r.edx) : "0"(leaf), "2"(subleaf) : "memory");
  return r;
}

#else

inline std::uint64_t FencedTsc() { return 0; }
inline Registers Cpuid(std::uint32_t, std::uint32_t) { return {}; }

#endif

}  // namespace

Registers Execute(std::uint32_t leaf, std::uint32_t subleaf) {
  executed.fetch_add(1, std::memory_order_relaxed);
  return Cpuid(leaf, subleaf);
}

std::uint64_t ExecutedCount() { return executed.load(std::memory_order_relaxed); }

std::uint64_t ExecuteTimed(std::uint32_t leaf, std::uint32_t subleaf) {
  const std::uint64_t start = FencedTsc();
  Cpuid(leaf, subleaf);
  const std::uint64_t end = FencedTsc();
  executed.fetch_add(1, std::memory_order_relaxed);
  return end - start;
}

std::uint64_t TimeNothing() {
  const std::uint64_t start = FencedTsc();
  return FencedTsc() - start;
}

std::uint64_t ExecuteBatchTimed(std::uint32_t leaf, std::uint32_t subleaf, std::uint32_t count) {
  const std::uint64_t start = FencedTsc();
  for (std::uint32_t i = 0; i < count; ++i) Cpuid(leaf, subleaf);
  const std::uint64_t end = FencedTsc();
  executed.fetch_add(count, std::memory_order_relaxed);
  return end - start;
}

std::uint64_t ReadTsc() { return FencedTsc(); }

}  // namespace firstbyte::cpuid
