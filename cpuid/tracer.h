// SPDX-License-Identifier: GPL-2.0-or-later
// Runs a program, with all its children and threads, and notes every CPUID that it executes.
//
// The method of choice covers each CPUID that a decoder verified with a breakpoint, in every executable mapping, also
// those that come later (mmap, dlopen, mprotect); between breakpoints the program runs freely. Single-stepping needs no
// knowledge of the code and takes some 5,000 times the native time (docs/cpuid.md). CPUID faulting has the CPU report
// each one, where kernel and CPU offer it. Uprobes (trace_uprobes.h) do without ptrace, and see less. The program's
// output, input and exit status are its own.
//
// Not seen by breakpoints: code written into a mapping that was executable already; shared mappings; 32-bit code. Not
// seen by single-stepping: children made with CLONE_UNTRACED, which the other two methods trace all the same
// (watched_calls.h). No tracer can be traced: a program that traces others itself (a debugger, strace) gets EPERM from
// ptrace for what this tracer follows already, its own children among them.
// What cannot be hidden: where a program has blocked or ignores the signal that its CPUIDs raise under the tracer
// (SIGTRAP, of faulting SIGSEGV), the kernel forgets the program's handler for it, and no longer ignores it. The mask
// is put back where all signals that instructions raise are blocked; where only this one is, it stays unblocked.
#ifndef FIRSTBYTE_CPUID_TRACER_H_
#define FIRSTBYTE_CPUID_TRACER_H_

#include <cstdint>
#include <string>
#include <vector>

#include "base/error.h"
#include "cpuid/trace_result.h"

namespace firstbyte::cpuid {

enum class TraceMethod { kBreakpoints, kSingleStep, kFaulting, kUprobes };

struct TraceOptions {
  TraceMethod method = TraceMethod::kBreakpoints;
  std::int64_t most_steps = 0;  // of single-stepping, over all threads; 0: no limit. The program is ended there
  bool until_main = false;      // end the program when it reaches main()
  bool stacks = false;          // note the call stack of every CPUID
};

// `command` is the program and its arguments; the program is looked for on PATH. A program that cannot be run is a
// usage error; ptrace that is forbidden, an invalid environment.
Result<TraceResult> Trace(const std::vector<std::string>& command, const TraceOptions& options);

const char* MethodName(TraceMethod method);

}  // namespace firstbyte::cpuid

#endif  // FIRSTBYTE_CPUID_TRACER_H_
