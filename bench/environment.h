// SPDX-License-Identifier: GPL-2.0-or-later
// The conditions under which a measurement is made, as far as the machine tells: printed before the first number and
// stored with the results. Nothing is changed and no CPUID is executed; docs/environment.md describes every check.
#ifndef FIRSTBYTE_BENCH_ENVIRONMENT_H_
#define FIRSTBYTE_BENCH_ENVIRONMENT_H_

#include <string>

#include "bench/block_counters.h"
#include "bench/cpu_choice.h"
#include "bench/environment_build.h"
#include "bench/environment_check.h"
#include "bench/host.h"

namespace firstbyte::bench {

struct Environment {
  std::string platform;  // "bare metal", "VM (KVM)", "VM (hypervisor unknown)"
  std::string accel;     // "hardware" or "tcg"
  Checks checks;
};

// Always the same checks in the same order, whatever can be read. `choice` is the CPU that the measurement is pinned
// to.
Environment CollectEnvironment(const Host& host, const CpuChoice& choice, const CounterFacts& counters,
                               const BuildFacts& build = ThisBuild());

// What makes two results files comparable: the SHA-256 over host name, CPU model and kernel release. It does not tell
// apart two machines that agree in all three, and it names no one.
std::string MachineId(const Host& host);

// The block that is printed: plain ASCII, at most 80 columns, one line for each check, and below those that are not ok
// the verdict with its reason. Takes what results files store too: RenderEnvironment({platform, accel, environment}).
// `explained_below` names a check whose reason the page has that follows.
std::string RenderEnvironment(const Environment& environment, const std::string& explained_below = "");

}  // namespace firstbyte::bench

#endif  // FIRSTBYTE_BENCH_ENVIRONMENT_H_
