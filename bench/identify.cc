// SPDX-License-Identifier: GPL-2.0-or-later
#include "bench/identify.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <set>

#include "bench/cpuinfo.h"
#include "bench/environment_hypervisor.h"
#include "bench/printable.h"
#include "cpuid/description.h"
#include "cpuid/hypervisor_leaves.h"

namespace firstbyte::bench {
namespace {

constexpr char kUnknownVerdict[] = "unknown";

const char* YesNo(bool yes) { return yes ? "yes" : "no"; }

// The hypervisor shows its own signature behind those that it imitates (KVM behind Hyper-V's), so of several only the
// last one names it.
void AddLeaves(const cpuid::HypervisorLeaves& leaves, Identity& identity) {
  identity.evidence.push_back(
      {"CPUID 0x1", leaves.bit ? "hypervisor bit set" : "hypervisor bit clear", leaves.bit, ""});
  for (const cpuid::HypervisorSignature& signature : leaves.signatures) {
    const bool last = &signature == &leaves.signatures.back();
    identity.evidence.push_back({fmt::format("CPUID {:#x}", signature.base),
                                 fmt::format("\"{}\"", Printable(signature.raw)) + (last ? "" : ", imitated"), true,
                                 last ? signature.name : ""});
  }
  if (leaves.tdx_guest) identity.evidence.push_back({"CPUID 0x21", "IntelTDX", true, ""});
}

void AddLibcpuid(const Result<cpuid::LibcpuidView>& view, Identity& identity) {
  if (!view) {
    identity.libcpuid_error = Printable(view.error().message);
    return;
  }
  identity.libcpuid = *view;
  std::string seen = view->hypervisor ? "hypervisor" : "no hypervisor";
  if (view->hypervisor && view->hypervisor_name.empty()) seen += ", not known to it";
  identity.evidence.push_back({"libcpuid " + Printable(view->version), seen, view->hypervisor, view->hypervisor_name});
}

std::string List(const std::vector<std::string>& items) { return fmt::format("{}", fmt::join(items, ", ")); }

void CompareSources(Identity& identity) {
  std::set<std::string> names;
  std::vector<std::string> named;
  std::vector<std::string> deny;
  std::vector<std::string> show;
  for (const Evidence& one : identity.evidence) {
    if (!one.name.empty()) {
      names.insert(one.name);
      named.push_back(fmt::format("{} ({})", one.name, one.source));
    }
    // Firmware strings that show no hypervisor deny nothing: bare-metal clouds and guests share them.
    if (one.hypervisor) {
      show.push_back(one.source);
    } else if (one.source != kDmi) {
      deny.push_back(one.source);
    }
  }
  if (names.size() > 1) identity.disagreements.push_back("Different hypervisors are named: " + List(named) + ".");
  if (!show.empty() && !deny.empty()) {
    identity.disagreements.push_back(
        fmt::format("A hypervisor is shown by {} and denied by {}.", List(show), List(deny)));
  }
  if (show.empty()) {
    identity.verdict = identity.evidence.empty() ? kUnknownVerdict : "none";
    identity.why = identity.evidence.empty() ? "No source says anything."
                                             : "No source shows a hypervisor; one that hides in all of them would look "
                                               "the same.";
  } else if (names.size() == 1) {
    identity.verdict = *names.begin();
    identity.why = "Every source that names one names this: " + List(named) + ".";
  } else {
    identity.verdict = kUnknownVerdict;
    identity.why = names.empty() ? "There is a hypervisor, and no source names it."
                                 : "There is a hypervisor, and the sources name different ones.";
  }
}

// What the instruction says in user mode, what the kernel says, and what libcpuid says. Some hypervisors answer the
// kernel and user mode differently.
void CompareDescriptions(const cpuid::Description& own, const CpuInfo& kernel, Identity& identity) {
  const auto differ = [&](const std::string& what, const std::string& here, const std::string& source,
                          const std::string& there) {
    if (here == there) return;
    identity.disagreements.push_back(
        fmt::format("{}: CPUID in user mode says {}, {} says {}.", what, Printable(here), source, Printable(there)));
  };
  if (const auto model = kernel.Field("model name"); model && !own.brand.empty()) {
    differ("CPU name", own.brand, kCpuInfoFile, *model);
  }
  if (const auto flag = kernel.Flag("bmi2")) differ("BMI2", YesNo(own.bmi2), kCpuInfoFile, YesNo(*flag));
  if (!identity.libcpuid) return;
  differ("BMI2", YesNo(own.bmi2), "libcpuid", YesNo(identity.libcpuid->bmi2));
}

std::string Confidential(const Identity& identity, const std::optional<cpuid::HypervisorLeaves>& leaves) {
  if (leaves && leaves->tdx_guest)
    return "TDX guest: CPUID traps to the guest's own kernel (#VE), and cost differs by leaf";
  for (const Evidence& one : identity.evidence) {
    if (one.source == kConfidential) return one.seen + ": CPUID costs differ by leaf";
  }
  if (leaves && leaves->sev_capable) return "none seen (the CPU has SEV)";
  return "none seen";
}

}  // namespace

Identity Identify(const Host& host, cpuid::Cpu* cpu, const Result<cpuid::LibcpuidView>& libcpuid) {
  Identity identity;
  std::optional<cpuid::HypervisorLeaves> leaves;
  std::optional<cpuid::Description> description;
  if (cpu != nullptr) {
    leaves = cpuid::ReadHypervisorLeaves(*cpu);
    description = cpuid::ReadDescription(*cpu);
    identity.executed = leaves->executed + description->executed;
    AddLeaves(*leaves, identity);
  }
  const Hypervisor files = IdentifyHypervisor(host);
  std::copy(files.evidence.begin(), files.evidence.end(), std::back_inserter(identity.evidence));
  AddLibcpuid(libcpuid, identity);
  CompareSources(identity);
  if (description) CompareDescriptions(*description, CpuInfo(host, -1), identity);
  identity.confidential = Confidential(identity, leaves);
  const bool emulator = leaves && !leaves->signatures.empty() && leaves->signatures.back().name == "QEMU TCG";
  identity.accel = emulator ? "tcg" : files.accel;
  return identity;
}

}  // namespace firstbyte::bench
