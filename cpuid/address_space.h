// SPDX-License-Identifier: GPL-2.0-or-later
// The memory of a traced program as the tracer has changed it: breakpoints on CPUIDs, and a page of its own to execute
// them from.
//
// A breakpoint stays where it is for good; the CPUID it covers is executed by the thread itself from the scratch page,
// which holds `cpuid; int3`. So nothing is put back and planted again, which would let other threads slip through, and
// what a thread gets is the answer of its own CPU.
#ifndef FIRSTBYTE_CPUID_ADDRESS_SPACE_H_
#define FIRSTBYTE_CPUID_ADDRESS_SPACE_H_

#include <sys/types.h>

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "cpuid/elf_image.h"
#include "cpuid/memory_map.h"
#include "cpuid/object_cache.h"
#include "cpuid/tracee.h"

namespace firstbyte::cpuid {

// A CPUID in memory, covered by a breakpoint.
struct PlantedSite {
  std::shared_ptr<const ScannedObject> object;  // null: code that was made at run time
  std::uint64_t offset = 0;                     // in the object's file; from the start of its mapping for other code
  std::string place;                            // object path, or what kind of memory it is
  std::uint8_t length = 2;
  std::uint8_t covered = 0x0F;  // the first byte, which the breakpoint took the place of
};

class AddressSpace {
 public:
  // Of a process that has just started a program; empty if it is gone.
  static std::shared_ptr<AddressSpace> OfNewProgram(pid_t pid);

  // A copy, for a process that was forked: its memory has the same breakpoints. Never null: where the child's memory
  // cannot be opened (it is not dumpable, descriptors ran out) the breakpoints that it has are known nevertheless.
  std::shared_ptr<AddressSpace> Fork(pid_t child) const;

  // Plants breakpoints in [begin, end) where it is executable, and forgets those there that were overwritten. Shared
  // mappings are left alone: what is written to them is in a file, or in another process.
  void Plant(pid_t pid, ObjectCache& cache, std::uint64_t begin, std::uint64_t end);

  // The site whose breakpoint stands at this address.
  const PlantedSite* SiteAt(std::uint64_t address) const;

  // Whether a breakpoint of ours stands at an address where none was planted: programs copy and move their code.
  bool IsMovedSite(std::uint64_t address) const;

  // The scratch page: made in the program that has just started, by a system call of its own. Without one CPUIDs are
  // answered by the tracer.
  void MakeScratch(pid_t pid, std::uint64_t entry);
  std::optional<std::uint64_t> scratch() const { return scratch_; }

  const TraceeMemory& memory() const { return memory_; }
  std::size_t planted() const { return sites_.size(); }
  // What may be CPUIDs or data, and was left alone: matches, in files and in code that was made at run time, which
  // could not be told from data; all in the executable heap and stack, which are for data.
  std::size_t undecided() const { return undecided_.size(); }
  // CPUIDs in mappings that must not be written to, and mappings that are too large to look into.
  std::size_t unwatched() const { return unwatched_.size(); }
  // Whether code was planted where the program, or another process, may write more at any time, without a system call
  // that would tell of it.
  bool may_change() const { return may_change_; }

 private:
  explicit AddressSpace(TraceeMemory memory) : memory_(std::move(memory)) {}
  void ForgetOverwritten(std::uint64_t begin, std::uint64_t end);
  void PlantFile(pid_t pid, ObjectCache& cache, const Mapping& mapping, const AddressRange& fresh);
  void PlantMadeCode(const Mapping& mapping, const AddressRange& fresh);
  void PlantAt(std::uint64_t address, PlantedSite site, const Mapping& mapping);
  std::vector<std::uint8_t> ReadUncovered(const AddressRange& range) const;

  TraceeMemory memory_;
  std::map<std::uint64_t, PlantedSite> sites_;  // by address
  std::optional<std::uint64_t> scratch_;
  std::set<std::uint64_t> undecided_;  // addresses
  std::set<std::uint64_t> unwatched_;  // addresses
  bool may_change_ = false;
};

inline constexpr std::uint8_t kBreakpoint = 0xCC;

// Where the scratch page's two instructions end: behind CPUID, and behind the breakpoint.
inline constexpr std::uint64_t kScratchAfterCpuid = 2;
inline constexpr std::uint64_t kScratchAfterTrap = 3;

}  // namespace firstbyte::cpuid

#endif  // FIRSTBYTE_CPUID_ADDRESS_SPACE_H_
