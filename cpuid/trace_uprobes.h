// SPDX-License-Identifier: GPL-2.0-or-later
// Counts a program's CPUIDs without ptrace: a uprobe on each CPUID of the files that are known before it runs.
//
// Independent of the other methods, and possible for root where ptrace is forbidden. What it
// cannot see: files that are loaded later (dlopen), code made at run time, other programs that the program executes,
// what children do that outlive it; whether main() was reached; the number of processes. A uprobe on CPUID
// has killed programs in virtual machines, whose emulated CPUID can lose the single step that the kernel waits for: so
// self_test.h comes first.
#ifndef FIRSTBYTE_CPUID_TRACE_UPROBES_H_
#define FIRSTBYTE_CPUID_TRACE_UPROBES_H_

#include <functional>
#include <string>
#include <vector>

#include "base/error.h"
#include "base/perf_calls.h"
#include "cpuid/trace_result.h"
#include "cpuid/trace_uprobe_events.h"
#include "cpuid/trace_uprobe_tracefs.h"
#include "cpuid/tracer.h"

namespace firstbyte::cpuid {

// The kernel, or a test's.
struct UprobeKernel {
  std::function<Result<int>()> tracefs = OpenTracefs;
  std::string group = NewUprobeGroup();
  PerfCalls perf = KernelPerfCalls();
};

// What of TraceOptions needs a tracer (until_main, stacks) is a usage error, as is a program that cannot be run; a
// kernel that does not let us place uprobes is an invalid environment.
Result<TraceResult> TraceByUprobes(const std::vector<std::string>& command, const TraceOptions& options,
                                   const UprobeKernel& kernel = {});

}  // namespace firstbyte::cpuid

#endif  // FIRSTBYTE_CPUID_TRACE_UPROBES_H_
