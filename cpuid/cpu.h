// SPDX-License-Identifier: GPL-2.0-or-later
// CPUID as something that can be replaced: by the instruction, by a recorded dump of another machine, or by a script.
// Everything that reasons about leaves goes through this seam, so that a VM can test bare metal.
#ifndef FIRSTBYTE_CPUID_CPU_H_
#define FIRSTBYTE_CPUID_CPU_H_

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/error.h"
#include "cpuid/execute.h"

namespace firstbyte::cpuid {

class Cpu {
 public:
  virtual ~Cpu() = default;
  virtual Registers Read(std::uint32_t leaf, std::uint32_t subleaf) = 0;
  Registers Read(std::uint32_t leaf) { return Read(leaf, 0); }
};

// The instruction itself.
class HardwareCpu : public Cpu {
 public:
  using Cpu::Read;
  Registers Read(std::uint32_t leaf, std::uint32_t subleaf) override { return Execute(leaf, subleaf); }
};

// A recorded machine. Leaves that were not recorded answer what the highest basic leaf answers, as Intel's CPUs do, or
// zeros, as AMD's do.
class RecordedCpu : public Cpu {
 public:
  using Cpu::Read;
  // Lines `LEAF SUBLEAF: EAX EBX ECX EDX`, all hexadecimal; # begins a comment.
  static Result<RecordedCpu> Parse(std::string_view text, std::string_view name);

  void Set(std::uint32_t leaf, std::uint32_t subleaf, const Registers& registers) {
    leaves_[{leaf, subleaf}] = registers;
  }
  void set_intel_beyond_the_highest_leaf(bool intel) { intel_ = intel; }

  Registers Read(std::uint32_t leaf, std::uint32_t subleaf) override;

  // What was asked, in order.
  const std::vector<std::pair<std::uint32_t, std::uint32_t>>& asked() const { return asked_; }

 private:
  std::map<std::pair<std::uint32_t, std::uint32_t>, Registers> leaves_;
  std::vector<std::pair<std::uint32_t, std::uint32_t>> asked_;
  bool intel_ = false;
};

// A leaf and a subleaf, and why one looks at it.
struct Leaf {
  std::uint32_t leaf = 0;
  std::uint32_t subleaf = 0;
  const char* what = "";
};

// The leaves whose cost is worth knowing, as far as this CPU has them: 0, 1 and 7.0 (zstd's probe; 1 in unoptimised
// builds), 0xD.0 and 0xD.1 (the dearest ones natively), the first hypervisor leaf where the hypervisor bit is set,
// 0x80000000, and 0x8000001E on AMD (needs the hypervisor under SEV-SNP). Executes at most five CPUIDs to find out.
std::vector<Leaf> LeavesToMeasure(Cpu& cpu);

// CPUID.1:ECX[31]: a hypervisor says so. Clear: the leaves at 0x40000000 are not defined, and must not be read.
bool HasHypervisorBit(const Registers& leaf1);

// The twelve characters of EBX, EDX, ECX of leaf 0: "GenuineIntel".
std::string VendorOf(const Registers& leaf0);

// "0x7.0".
std::string LeafName(std::uint32_t leaf, std::uint32_t subleaf);

}  // namespace firstbyte::cpuid

#endif  // FIRSTBYTE_CPUID_CPU_H_
