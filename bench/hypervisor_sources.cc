// SPDX-License-Identifier: GPL-2.0-or-later
#include "bench/hypervisor_sources.h"

#include <optional>
#include <sstream>
#include <string_view>

#include "bench/cpuinfo.h"

namespace firstbyte::bench {
namespace {

using MaybeEvidence = std::optional<Evidence>;

bool Has(std::string_view text, std::string_view part) { return text.find(part) != std::string_view::npos; }

MaybeEvidence FromCpuFlags(const CpuInfo& cpu) {
  const auto flag = cpu.Flag("hypervisor");
  if (!flag) return {};
  return Evidence{kCpuInfoFile, *flag ? "hypervisor flag" : "no hypervisor flag", *flag, ""};
}

MaybeEvidence FromSysHypervisor(const Host& host) {
  const auto type = host.Read("/sys/hypervisor/type");
  if (!type || type->empty()) return {};
  return Evidence{kSysHypervisor, *type, true, *type == "xen" ? "Xen" : *type};
}

// Firmware strings. "QEMU" alone names no hypervisor: it serves KVM, TCG, Xen and others. Two clouds give their bare
// metal machines the same strings as their guests, so those count only beside the CPU flag.
struct DmiRule {
  std::string_view vendor;   // part of sys_vendor
  std::string_view product;  // part of product_name
  std::string_view name;
  bool needs_flag = false;
};

constexpr DmiRule kDmiRules[] = {
    {"Microsoft Corporation", "Virtual Machine", "Hyper-V"},
    {"VMware", "", "VMware"},
    {"Xen", "", "Xen"},
    {"", "KVM", "KVM"},
    {"", "KubeVirt", "KVM"},
    {"", "VirtualBox", "VirtualBox"},
    {"Parallels", "", "Parallels"},
    {"", "BHYVE", "bhyve"},
    {"QEMU", "", ""},
    {"Bochs", "", ""},
    {"", "OpenStack", ""},
    {"Amazon EC2", "", "KVM", true},
    {"Google", "Google Compute Engine", "KVM", true},
};

MaybeEvidence FromDmi(const Host& host, bool cpu_flag) {
  const std::string vendor = host.Read("/sys/class/dmi/id/sys_vendor").value_or("");
  const std::string product = host.Read("/sys/class/dmi/id/product_name").value_or("");
  if (vendor.empty() && product.empty()) return {};
  Evidence evidence{kDmi, vendor.empty() || product.empty() ? vendor + product : vendor + ", " + product, false, ""};
  for (const DmiRule& rule : kDmiRules) {
    if (!Has(vendor, rule.vendor) || !Has(product, rule.product) || (rule.needs_flag && !cpu_flag)) continue;
    evidence.hypervisor = true;
    evidence.name = rule.name;
    break;
  }
  return evidence;
}

// A paravirtual clock is offered by one hypervisor, or by another that speaks its protocol.
MaybeEvidence FromClockSources(const Host& host) {
  const std::string directory = "/sys/devices/system/clocksource/clocksource0/";
  const auto available = host.Read(directory + "available_clocksource");
  if (!available) return {};
  Evidence evidence{kClockSource, "", false, ""};
  std::istringstream words(*available);
  for (std::string word; words >> word;) {
    const std::string name = word == "kvm-clock"             ? "KVM"
                             : word == "xen"                 ? "Xen"
                             : word.rfind("hyperv_", 0) == 0 ? "Hyper-V"
                                                             : "";
    if (name.empty() || evidence.hypervisor) continue;
    evidence.seen = word + " offered";
    evidence.hypervisor = true;
    evidence.name = name;
  }
  if (evidence.hypervisor) return evidence;
  return {};
}

// The Linux that Windows runs in a Hyper-V guest of its own says so in its release.
MaybeEvidence FromKernelName(const Host& host) {
  const std::string& release = host.facts().kernel_release;
  if (!Has(release, "microsoft") || !Has(release, "WSL")) return {};
  return Evidence{kKernelName, release, true, "Hyper-V"};
}

// A confidential guest answers CPUID in other ways (#VC, #VE), whose cost differs by leaf.
MaybeEvidence FromConfidentialGuest(const Host& host, const CpuInfo& cpu) {
  if (host.Exists("/sys/devices/virtual/misc/sev-guest")) return Evidence{kConfidential, "SEV-SNP device", true, ""};
  if (cpu.Flag("tdx_guest").value_or(false)) return Evidence{kConfidential, "tdx_guest flag", true, ""};
  return {};
}

// The kernel's own verdict, from CPUID at boot; the log is a ring, so the line may have been overwritten.
MaybeEvidence FromKernelLog(const Host& host) {
  constexpr std::string_view kLine = "Hypervisor detected: ";
  const std::string log = host.facts().kernel_log.value_or("");
  const std::size_t found = log.find(kLine);
  if (found == std::string::npos) return {};
  const std::size_t start = found + kLine.size();
  const std::string name = log.substr(start, log.find('\n', start) - start);
  const std::string known = Has(name, "Hyper-V") ? "Hyper-V" : Has(name, "Xen") ? "Xen" : name;
  return Evidence{kKernelLog, "Hypervisor detected: " + name, true, known, false};
}

}  // namespace

std::vector<Evidence> HypervisorEvidence(const Host& host) {
  const CpuInfo cpu(host, -1);
  std::vector<Evidence> evidence;
  for (const MaybeEvidence& one :
       {FromCpuFlags(cpu), FromSysHypervisor(host), FromDmi(host, cpu.Flag("hypervisor").value_or(false)),
        FromClockSources(host), FromKernelName(host), FromConfidentialGuest(host, cpu), FromKernelLog(host)}) {
    if (one) evidence.push_back(*one);
  }
  return evidence;
}

std::string ContainerHints(const Host& host) {
  std::string hints;
  const auto add = [&](const std::string& hint) { hints += (hints.empty() ? "" : "; ") + hint; };
  if (host.Exists("/.dockerenv")) add("docker (/.dockerenv)");
  if (host.Exists("/run/.containerenv")) add("podman (/run/.containerenv)");
  const std::string init_group = host.Read("/proc/1/cgroup").value_or("");
  for (const char* word : {"docker", "kubepods", "containerd", "libpod", "lxc"}) {
    if (Has(init_group, word)) add(std::string(word) + " (/proc/1/cgroup)");
  }
  return hints;
}

}  // namespace firstbyte::bench
