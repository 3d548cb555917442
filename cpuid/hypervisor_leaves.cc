// SPDX-License-Identifier: GPL-2.0-or-later
#include "cpuid/hypervisor_leaves.h"

#include <algorithm>
#include <array>
#include <cstring>

namespace firstbyte::cpuid {
namespace {

constexpr std::uint32_t kFirstBase = 0x40000000;
constexpr std::uint32_t kBaseStep = 0x100;
constexpr std::uint32_t kTdxLeaf = 0x21;
constexpr std::uint32_t kFirstExtendedLeaf = 0x80000000;
constexpr std::uint32_t kEncryptionLeaf = 0x8000001F;

struct KnownSignature {
  const char* raw;
  const char* name;
};

// From the hypervisors' own sources and manuals. bhyve's ends in a blank.
constexpr std::array<KnownSignature, 13> kKnown = {{
    {"KVMKVMKVM", "KVM"},
    {"Linux KVM Hv", "KVM"},
    {"Microsoft Hv", "Hyper-V"},
    {"VMwareVMware", "VMware"},
    {"XenVMMXenVMM", "Xen"},
    {"bhyve bhyve ", "bhyve"},
    {"TCGTCGTCGTCG", "QEMU TCG"},
    {"VBoxVBoxVBox", "VirtualBox"},
    {" lrpepyh  vr", "Parallels"},
    {"prl hyperv  ", "Parallels"},
    {"ACRNACRNACRN", "ACRN"},
    {"QNXQVMBSQG", "QNX"},
    {"Jailhouse", "Jailhouse"},
}};

std::string Signature(const Registers& r) {
  std::array<char, 12> text{};
  std::memcpy(text.data(), &r.ebx, 4);
  std::memcpy(text.data() + 4, &r.ecx, 4);
  std::memcpy(text.data() + 8, &r.edx, 4);
  std::string raw(text.data(), text.size());
  while (!raw.empty() && raw.back() == '\0') raw.pop_back();
  return raw;
}

}  // namespace

std::string SignatureName(const std::string& raw) {
  const auto found =
      std::find_if(kKnown.begin(), kKnown.end(), [&raw](const KnownSignature& known) { return raw == known.raw; });
  return found == kKnown.end() ? "" : found->name;
}

HypervisorLeaves ReadHypervisorLeaves(Cpu& cpu) {
  HypervisorLeaves leaves;
  const auto read = [&](std::uint32_t leaf) {
    ++leaves.executed;
    return cpu.Read(leaf, 0);
  };
  const Registers leaf0 = read(0);
  leaves.bit = leaf0.eax >= 1 && HasHypervisorBit(read(1));
  if (leaf0.eax >= kTdxLeaf) {
    const Registers tdx = read(kTdxLeaf);
    // Its order of registers is that of leaf 0.
    leaves.tdx_guest = VendorOf(tdx) == "IntelTDX    ";
  }
  const std::uint32_t highest_extended = read(kFirstExtendedLeaf).eax;
  // Bits 1 and 3 of EAX: SEV and SEV-ES (AMD64 Architecture Programmer's Manual, volume 3).
  if (highest_extended >= kEncryptionLeaf) leaves.sev_capable = (read(kEncryptionLeaf).eax & 0b1010) != 0;
  for (int i = 0; leaves.bit && i < kMostBases; ++i) {
    const std::uint32_t base = kFirstBase + static_cast<std::uint32_t>(i) * kBaseStep;
    const Registers r = read(base);
    // A base names its highest leaf, which is at least itself. Some (an old KVM) say 0 there and mean their own.
    const bool makes_sense = r.eax >= base || (i == 0 && r.eax == 0 && !Signature(r).empty());
    if (!makes_sense) break;
    const std::string raw = Signature(r);
    const bool repeated = !leaves.signatures.empty() && leaves.signatures.back().raw == raw;
    if (repeated) break;  // the same answer for every leaf
    leaves.signatures.push_back({base, raw, SignatureName(raw)});
  }
  return leaves;
}

}  // namespace firstbyte::cpuid
