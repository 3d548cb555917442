// SPDX-License-Identifier: GPL-2.0-or-later
#include "bench/environment_hypervisor.h"

#include <algorithm>
#include <optional>
#include <set>
#include <string_view>

#include "bench/cpuinfo.h"
#include "bench/hypervisor_sources.h"

namespace firstbyte::bench {
namespace {

bool Has(std::string_view text, std::string_view part) { return text.find(part) != std::string_view::npos; }

const Evidence* Find(const std::vector<Evidence>& evidence, std::string_view source) {
  const auto found = std::find_if(evidence.begin(), evidence.end(), [&](const auto& e) { return e.source == source; });
  return found == evidence.end() ? nullptr : &*found;
}

bool NamedBySome(const std::vector<Evidence>& evidence) {
  return std::any_of(evidence.begin(), evidence.end(), [](const Evidence& one) { return !one.name.empty(); });
}

// Emulation by QEMU (TCG) against execution by KVM. QEMU's own CPU models carry names that only QEMU gives: "QEMU TCG
// CPU" exists under TCG alone, while "QEMU Virtual CPU" is the default model of both. KVM offers its guests kvm-clock
// unless told not to, and TCG never does, so the clock decides there, and leaves a doubt for every other model.
void JudgeAccelerator(const std::string& cpu_model, Hypervisor& hypervisor) {
  hypervisor.accel = "hardware";
  const Evidence* dmi = Find(hypervisor.evidence, kDmi);
  if (Has(cpu_model, "QEMU TCG CPU")) {
    hypervisor.accel = "tcg";
  } else if (NamedBySome(hypervisor.evidence)) {
    return;
  } else if (Has(cpu_model, "QEMU Virtual CPU")) {
    hypervisor.accel = "tcg";
    hypervisor.accel_doubt = "Inferred: QEMU's default CPU model without kvm-clock, which KVM would offer.";
  } else if (dmi != nullptr && Has(dmi->seen, "QEMU")) {
    hypervisor.accel_doubt =
        "This is QEMU without kvm-clock: it may emulate every instruction (TCG), and then no time here means anything.";
  }
}

std::string Summary(const Hypervisor& hypervisor) {
  std::string text = !hypervisor.present ? "none seen" : hypervisor.name.empty() ? "unnamed" : hypervisor.name;
  std::string separator = ": ";
  for (const Evidence& evidence : hypervisor.evidence) {
    text += separator + evidence.seen + " (" + evidence.source + ")";
    separator = "; ";
  }
  return text;
}

// "KVM (clocksource), PVM (kernel log)" if the sources name more than one; else empty.
std::string Disagreement(const std::vector<Evidence>& evidence) {
  std::set<std::string> names;
  std::string text;
  for (const Evidence& one : evidence) {
    if (one.name.empty()) continue;
    names.insert(one.name);
    text += (text.empty() ? "" : ", ") + one.name + " (" + one.source + ")";
  }
  return names.size() > 1 ? text : "";
}

report::EnvironmentCheck HypervisorCheck(const Hypervisor& hypervisor) {
  constexpr const char* kName = kHypervisorCheck;
  const std::string summary = Summary(hypervisor);
  const Evidence* flag = Find(hypervisor.evidence, kCpuInfoFile);
  if (const std::string names = Disagreement(hypervisor.evidence); !names.empty()) {
    return Warning(kName, summary, "The sources disagree: " + names + "; the label takes the first.");
  }
  if (hypervisor.present && flag != nullptr && !flag->hypervisor) {
    return Warning(kName, summary, "The CPU flags deny a hypervisor that other sources show; it may hide more.");
  }
  if (!hypervisor.present && flag == nullptr) {
    return Warning(kName, summary, "There are no CPU flags to read, so that none was seen proves little.");
  }
  return Ok(kName, summary);
}

report::EnvironmentCheck AcceleratorCheck(const Hypervisor& hypervisor) {
  constexpr char kName[] = "accelerator";
  if (hypervisor.accel == "tcg") {
    std::string reason = "Instructions are emulated: counts hold, times mean nothing.";
    if (!hypervisor.accel_doubt.empty()) reason = hypervisor.accel_doubt + " " + reason;
    return Warning(kName, "tcg", reason);
  }
  if (!hypervisor.accel_doubt.empty()) return Warning(kName, "hardware", hypervisor.accel_doubt);
  return Ok(kName, "hardware");
}

}  // namespace

Hypervisor IdentifyHypervisor(const Host& host) {
  Hypervisor hypervisor;
  hypervisor.evidence = HypervisorEvidence(host);
  for (const Evidence& evidence : hypervisor.evidence) {
    hypervisor.present |= evidence.hypervisor;
    if (evidence.durable && hypervisor.name.empty()) hypervisor.name = evidence.name;
  }
  const std::string name = hypervisor.name.empty() ? "hypervisor unknown" : hypervisor.name;
  hypervisor.platform = hypervisor.present ? "VM (" + name + ")" : "bare metal";
  JudgeAccelerator(CpuInfo(host, -1).Field("model name").value_or(""), hypervisor);
  return hypervisor;
}

Checks HypervisorChecks(const Host& host, const Hypervisor& hypervisor) {
  const std::string container = ContainerHints(host);
  return {HypervisorCheck(hypervisor), AcceleratorCheck(hypervisor),
          Ok("container", container.empty() ? "none seen" : container)};
}

}  // namespace firstbyte::bench
