// SPDX-License-Identifier: GPL-2.0-or-later
// Every source of evidence about the hypervisor below this machine, side by side: CPUID's own leaves, the machine's
// files, and libcpuid. Where they contradict each other that is shown, and the verdict is "unknown": a label that hides
// a contradiction would be worth less than none.
//
// Takes about a dozen CPUIDs, and libcpuid's own in a process of its own: never to be called near a measurement.
#ifndef FIRSTBYTE_BENCH_IDENTIFY_H_
#define FIRSTBYTE_BENCH_IDENTIFY_H_

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/error.h"
#include "bench/host.h"
#include "bench/hypervisor_sources.h"
#include "cpuid/cpu.h"
#include "cpuid/libcpuid_adapter.h"

namespace firstbyte::bench {

struct Identity {
  std::string verdict;                     // "KVM", "none" or "unknown"
  std::string why;                         // one sentence
  std::vector<Evidence> evidence;          // of every source that says anything; CPUID first, libcpuid last
  std::vector<std::string> disagreements;  // one sentence each
  std::string confidential;                // "TDX guest", "none seen"
  std::string accel;                       // "hardware" or "tcg", as environment_hypervisor.h infers it
  std::optional<cpuid::LibcpuidView> libcpuid;
  std::string libcpuid_error;            // why there is no such view
  std::optional<std::int64_t> executed;  // CPUIDs of its own; nothing where there is no such instruction
};

// `cpu` is null where the architecture has no CPUID.
Identity Identify(const Host& host, cpuid::Cpu* cpu, const Result<cpuid::LibcpuidView>& libcpuid);

// A table of at most 80 columns and the verdict. Everything that comes from outside is printed escaped.
std::string IdentityText(const Identity& identity);

// {"schema": "firstbyte-cpuid-identify/1", "verdict", "why", "evidence": [{"source", "hypervisor", "name", "seen"}],
// "disagreements", "confidential", "accel", "libcpuid", "cpuids_executed", "null_reasons"}
std::string IdentityJson(const Identity& identity);

}  // namespace firstbyte::bench

#endif  // FIRSTBYTE_BENCH_IDENTIFY_H_
