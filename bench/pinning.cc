// SPDX-License-Identifier: GPL-2.0-or-later
#include "bench/pinning.h"

#include <fmt/core.h>
#include <sched.h>

#include <cerrno>
#include <cstddef>
#include <cstring>
#include <system_error>
#include <thread>
#include <vector>

namespace firstbyte::bench {
namespace {

// Larger than cpu_set_t, for machines with more than 1,024 CPUs.
constexpr std::size_t kMostCpus = 8192;
using CpuMask = std::vector<cpu_set_t>;
constexpr std::size_t kMaskBytes = kMostCpus / 8;

CpuMask MaskOf(int cpu) {
  CpuMask mask(kMaskBytes / sizeof(cpu_set_t));
  CPU_SET_S(static_cast<std::size_t>(cpu), kMaskBytes, mask.data());
  return mask;
}

}  // namespace

Result<void> PinTo(int cpu) {
  if (sched_setaffinity(0, kMaskBytes, MaskOf(cpu).data()) == 0) return {};
  return InvalidError(fmt::format("Cannot pin to CPU {}: {}.", cpu, std::strerror(errno)));
}

Result<void> CheckPinnedTo(int cpu) {
  CpuMask mask(kMaskBytes / sizeof(cpu_set_t));
  if (sched_getaffinity(0, kMaskBytes, mask.data()) < 0 ||
      CPU_EQUAL_S(kMaskBytes, mask.data(), MaskOf(cpu).data()) != 0) {
    return {};
  }
  return InvalidError(fmt::format("The measuring process was taken off CPU {} while it measured.", cpu));
}

void RunOn(int cpu, const std::function<void()>& what) {
  std::thread thread;
  try {
    thread = std::thread([&] {
      (void)PinTo(cpu);
      what();
    });
  } catch (const std::system_error&) {  // EAGAIN: no memory for a stack, or RLIMIT_NPROC
    return what();
  }
  thread.join();
}

}  // namespace firstbyte::bench
