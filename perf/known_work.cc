// SPDX-License-Identifier: GPL-2.0-or-later
#include "perf/known_work.h"

namespace firstbyte::perf {
namespace {

constexpr std::uint64_t kRounds = 1'000'000;
constexpr std::uint64_t kInstructionsPerRound = 2;

void Loop() {
  std::uint64_t left = kRounds;
#if defined(__x86_64__)
  asm volatile(
      "1: dec %0\n"
      "jnz 1b"
      : "+r"(left)
      :
      : "cc");
#elif defined(__aarch64__)
  asm volatile(
      "1: subs %0, %0, #1\n"
      "b.ne 1b"
      : "+r"(left)
      :
      : "cc");
#else
  // An addition and a branch, if the compiler sees it so; counters that it does not agree with are dropped.
  for (; left != 0; --left) asm volatile("" : "+r"(left));
#endif
}

Plausible Within1Percent(std::uint64_t expected) {
  return {expected - expected / 100, expected + expected / 100, expected};
}

}  // namespace

KnownWork CountedLoop() { return {Loop, kRounds * kInstructionsPerRound, kRounds}; }

Plausible PlausibleCount(const Event& event, const KnownWork& work) {
  if (event.type != PERF_TYPE_HARDWARE) return {};
  // The upper half says on which kind of core.
  switch (event.config & 0xffffffff) {
    case PERF_COUNT_HW_INSTRUCTIONS:
      return Within1Percent(work.instructions);
    case PERF_COUNT_HW_BRANCH_INSTRUCTIONS:
      return Within1Percent(work.branches);
    case PERF_COUNT_HW_CPU_CYCLES:
    case PERF_COUNT_HW_REF_CPU_CYCLES:
      return {work.instructions / 16, work.instructions * 100, 0};
    case PERF_COUNT_HW_BUS_CYCLES:
      return {1, work.instructions * 100, 0};
    case PERF_COUNT_HW_STALLED_CYCLES_FRONTEND:
    case PERF_COUNT_HW_STALLED_CYCLES_BACKEND:
      return {0, work.instructions * 100, 0};
    default:
      return {0, work.instructions, 0};
  }
}

}  // namespace firstbyte::perf
