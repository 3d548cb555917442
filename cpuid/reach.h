// SPDX-License-Identifier: GPL-2.0-or-later
// Which instructions of a piece of machine code can be executed, starting from places where one is known to begin.
//
// Decoding goes on from a known place through calls and branches that may not be taken, and to the targets of direct
// ones; not past an unconditional jump, a return, UD2 or HLT, behind which compilers and assemblers also put constants.
// So what was reached is code; what was not may be either. The targets of jump tables are not seen, and a call is taken
// to return.
#ifndef FIRSTBYTE_CPUID_REACH_H_
#define FIRSTBYTE_CPUID_REACH_H_

#include <cstddef>
#include <cstdint>
#include <map>
#include <span>
#include <vector>

namespace firstbyte::cpuid {

struct ReachedCpuid {
  std::uint64_t address = 0;  // of the instruction with its prefixes
  std::uint8_t length = 2;
};

class Reach {
 public:
  // `code`, which must outlive this, lies at `address`.
  Reach(std::span<const std::uint8_t> code, std::uint64_t address);

  // Follows the code from a place where an instruction is known to begin. Decodes each byte at most once in the life of
  // this, however many starts there are.
  void From(std::uint64_t start);

  // The CPUIDs that were reached, by the address of their 0F A2.
  const std::map<std::uint64_t, ReachedCpuid>& cpuids() const { return cpuids_; }

  // Whether the byte at an address belongs to an instruction that was reached.
  bool Covers(std::uint64_t address) const;

 private:
  bool Contains(std::uint64_t address) const { return address >= address_ && address - address_ < code_.size(); }
  void Follow(std::uint64_t at);

  std::span<const std::uint8_t> code_;
  std::uint64_t address_;
  std::vector<bool> begins_;   // an instruction, or something that is none
  std::vector<bool> covered_;  // by an instruction
  std::vector<std::uint64_t> pending_;
  std::map<std::uint64_t, ReachedCpuid> cpuids_;
};

}  // namespace firstbyte::cpuid

#endif  // FIRSTBYTE_CPUID_REACH_H_
