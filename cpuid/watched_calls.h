// SPDX-License-Identifier: GPL-2.0-or-later
// What a tracer does at the system calls that the filter stops at (exec_filter.h): it remembers where code will be
// mapped, and takes the CLONE_UNTRACED out of calls that make children. An untraced child would inherit the
// breakpoints and die of the first one. The program finds its arguments as it left them when the call is over.
#ifndef FIRSTBYTE_CPUID_WATCHED_CALLS_H_
#define FIRSTBYTE_CPUID_WATCHED_CALLS_H_

#include <cstdint>
#include <optional>

#include "cpuid/traced_program.h"

namespace firstbyte::cpuid {

struct CodeRange {
  std::uint64_t begin = 0;
  std::uint64_t end = 0;
};

// The thread stands in front of the call. False if its child cannot be kept from being untraced.
bool BeginWatchedCall(TracedThread& thread);

// Whether the thread has to be stopped where its call ends.
bool InWatchedCall(const TracedThread& thread);

// The call has ended, with its result in the thread's registers; or the thread is the child of one, and has yet to run
// its first instruction. Where the call mapped code, if it did.
std::optional<CodeRange> EndWatchedCall(TracedThread& thread);

}  // namespace firstbyte::cpuid

#endif  // FIRSTBYTE_CPUID_WATCHED_CALLS_H_
