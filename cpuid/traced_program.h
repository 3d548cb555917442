// SPDX-License-Identifier: GPL-2.0-or-later
// The programs and threads that a tracer follows.
#ifndef FIRSTBYTE_CPUID_TRACED_PROGRAM_H_
#define FIRSTBYTE_CPUID_TRACED_PROGRAM_H_

#include <sys/types.h>

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "cpuid/address_space.h"
#include "cpuid/object_cache.h"
#include "cpuid/privileges.h"
#include "cpuid/trace_result.h"

namespace firstbyte::cpuid {

// What threads of one memory share. A fork makes a copy, an exec a new one.
struct Program {
  std::shared_ptr<AddressSpace> space;
  std::string name;  // of its file, for stacks
  bool is_64_bit = true;
  bool in_main = false;                       // main() was reached, or is not known
  std::optional<std::uint64_t> main_address;  // as loaded
  std::vector<std::uint8_t> main_code;        // what the file has there
  std::uint8_t main_byte = 0;                 // what the breakpoint on main() covers

  // Of a process that has just executed a file. Null if it is gone, or its memory may not be looked into.
  static std::shared_ptr<Program> OfExec(pid_t pid, ObjectCache& cache);
  // Of a child, whose memory is a copy. Never null.
  std::shared_ptr<Program> Fork(pid_t child) const;

  // Where memory has something else than the file, main() counts as not known.
  void PlantMain();
  // The breakpoint on main() was hit: takes it away.
  void ReachMain();

 private:
  bool HasMainCode() const;
};

// A CPUID that a thread is about to execute, or is executing.
struct PendingCpuid {
  SiteKey key;
  std::string symbol;
  std::uint64_t address = 0;  // of the instruction
  std::uint8_t length = 2;
  std::string stack;
  std::optional<std::uint64_t> signal_mask;  // to be put back; empty if it is as it was
};

// Arguments of a call that asked for a child which nobody traces.
struct UntracedFlags {
  std::uint64_t flags = 0;               // as the program gave them
  std::optional<std::uint64_t> address;  // of clone3's; clone's are in a register
};

struct TracedThread {
  pid_t tid = 0;
  bool returns_from_exec = false;
  std::shared_ptr<Program> program;
  std::optional<PendingCpuid> pending;
  std::optional<std::pair<std::uint64_t, std::uint64_t>>
      mapping_code;                       // address (of mmap: not known yet) and length of a system call that maps code
  bool maps_fresh_address = false;        // mmap: the address is what it returns
  std::optional<UntracedFlags> untraced;  // to be put back when the call ends
};

// Where this process's memory holds the entry point of its file, and where the file itself begins: AT_ENTRY of
// /proc/PID/auxv.
std::optional<std::uint64_t> EntryOf(pid_t pid);

// The process that a thread belongs to; the thread itself if it cannot be told.
pid_t ProcessOf(pid_t tid);

// The parent of a thread's process; 0 if it cannot be told.
pid_t ParentOf(pid_t tid);

// Whether the call that a thread is making (PTRACE_EVENT_FORK, _VFORK or _CLONE) gives its child the same memory.
bool SharesMemory(const TracedThread& parent, int event);

}  // namespace firstbyte::cpuid

#endif  // FIRSTBYTE_CPUID_TRACED_PROGRAM_H_
