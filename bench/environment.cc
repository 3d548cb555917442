// SPDX-License-Identifier: GPL-2.0-or-later
#include "bench/environment.h"

#include <iterator>
#include <utility>

#include "base/sha256.h"
#include "bench/cpuinfo.h"
#include "bench/environment_counters.h"
#include "bench/environment_cpu.h"
#include "bench/environment_frequency.h"
#include "bench/environment_hypervisor.h"
#include "bench/environment_kernel.h"
#include "bench/environment_load.h"

namespace firstbyte::bench {
namespace {

void Append(Checks more, Checks& checks) {
  checks.insert(checks.end(), std::make_move_iterator(more.begin()), std::make_move_iterator(more.end()));
}

}  // namespace

Environment CollectEnvironment(const Host& host, const CpuChoice& choice, const CounterFacts& counters,
                               const BuildFacts& build) {
  const Hypervisor hypervisor = IdentifyHypervisor(host);
  Environment environment{hypervisor.platform, hypervisor.accel, {}};
  Append(CpuChecks(host, choice), environment.checks);
  Append(HypervisorChecks(host, hypervisor), environment.checks);
  Append(SharingChecks(host, choice, hypervisor.present), environment.checks);
  Append(FrequencyChecks(host, choice, hypervisor.present), environment.checks);
  Append(CacheChecks(host, choice), environment.checks);
  Append(KernelChecks(host), environment.checks);
  Append(CounterChecks(counters), environment.checks);
  Append(LoadChecks(host, hypervisor.present), environment.checks);
  Append(BuildChecks(build), environment.checks);
  return environment;
}

std::string MachineId(const Host& host) {
  const HostFacts& facts = host.facts();
  const std::string model = CpuInfo(host, -1).Field("model name").value_or("");
  // None of the three can contain a newline, so no two machines share a text.
  return Sha256(facts.node_name + "\n" + model + "\n" + facts.kernel_release);
}

}  // namespace firstbyte::bench
