// SPDX-License-Identifier: GPL-2.0-or-later
// The call stack of a stopped thread, by unwind tables or frame pointers, whichever its code has (libdw).
#ifndef FIRSTBYTE_CPUID_STACK_WALK_H_
#define FIRSTBYTE_CPUID_STACK_WALK_H_

#include <sys/types.h>

#include <cstdint>
#include <vector>

namespace firstbyte::cpuid {

// Addresses from the outermost function to the innermost, each inside the instruction that is executed there (for a
// caller: its call). As far as the stack can be followed; empty if not at all. The thread must be stopped by this
// process.
std::vector<std::uint64_t> WalkStack(pid_t pid, pid_t tid);

}  // namespace firstbyte::cpuid

#endif  // FIRSTBYTE_CPUID_STACK_WALK_H_
