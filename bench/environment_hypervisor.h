// SPDX-License-Identifier: GPL-2.0-or-later
// What the machine's files say about a hypervisor below it. It reads only: to ask CPUID itself would be an exit in the
// very place where exits are measured (cpuid/ does that, on request).
//
// The sources are independent and may contradict each other: all are kept, and a contradiction is shown, not resolved.
// A hypervisor that hides in every one of them is taken for bare metal.
#ifndef FIRSTBYTE_BENCH_ENVIRONMENT_HYPERVISOR_H_
#define FIRSTBYTE_BENCH_ENVIRONMENT_HYPERVISOR_H_

#include <string>
#include <vector>

#include "bench/environment_check.h"
#include "bench/host.h"
#include "bench/hypervisor_sources.h"

namespace firstbyte::bench {

struct Hypervisor {
  std::vector<Evidence> evidence;  // of every source that says anything
  bool present = false;            // some source means that there is one
  std::string name;                // by the first durable source that names one; empty if none does
  std::string platform;            // "bare metal", "VM (KVM)", "VM (hypervisor unknown)"
  std::string accel;               // "hardware" or "tcg"
  std::string accel_doubt;         // why `accel` may be wrong, or what it is inferred from; empty if it is beyond doubt
};

Hypervisor IdentifyHypervisor(const Host& host);

// The checks "hypervisor" and "accelerator" of it, and "container" of the host.
Checks HypervisorChecks(const Host& host, const Hypervisor& hypervisor);

}  // namespace firstbyte::bench

#endif  // FIRSTBYTE_BENCH_ENVIRONMENT_HYPERVISOR_H_
