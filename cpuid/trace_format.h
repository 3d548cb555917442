// SPDX-License-Identifier: GPL-2.0-or-later
// What a trace found, as a markdown table, as JSON and as collapsed stacks.
#ifndef FIRSTBYTE_CPUID_TRACE_FORMAT_H_
#define FIRSTBYTE_CPUID_TRACE_FORMAT_H_

#include <cstdint>
#include <optional>
#include <string>

#include "cpuid/cost.h"
#include "cpuid/trace_result.h"

namespace firstbyte::cpuid {

// What the counts mean in time.
struct TraceCost {
  double cpuid_ns = 0;  // of one CPUID here, median
  double low_ns = 0;    // eight in ten executions lie between these
  double high_ns = 0;
  Trapped trapped = Trapped::kUnclear;
  std::int64_t executed = 0;  // CPUIDs of the tracer's own, for this measurement and in the program's place
  std::optional<std::int64_t> native_wall_ns;  // of the program without a tracer, if it was run so
};

// Sites by count; at most 80 columns.
std::string TraceMarkdown(const TraceResult& result, const std::optional<TraceCost>& cost);

// {"method", "total", "sites": [{"object", "offset", "symbol", "leaf", "subleaf", "count", "before_main",
// "after_main"}], "exit_status", "ended_by": "program", "main", "step limit" or "interrupt", ...}; null where the
// method does not see it.
std::string TraceJson(const TraceResult& result, const std::optional<TraceCost>& cost);

// One line per stack, with its count: what flame graph tools read.
std::string TraceCollapsed(const TraceResult& result);

}  // namespace firstbyte::cpuid

#endif  // FIRSTBYTE_CPUID_TRACE_FORMAT_H_
