// SPDX-License-Identifier: GPL-2.0-or-later
// How many CPUIDs one operation of //bench:setup_cost executes: counted, not known.
//
// The program is started again, twice, under the tracer (cpuid/tracer.h), to run that one operation n and 2n times and
// nothing else. What both runs execute beside it, such as the dynamic loader's CPUIDs and those of loading engines,
// is the same and cancels.
#ifndef FIRSTBYTE_BENCH_SETUP_COST_CPUIDS_H_
#define FIRSTBYTE_BENCH_SETUP_COST_CPUIDS_H_

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "base/error.h"
#include "cpuid/trace_result.h"
#include "engine/catalog.h"

namespace firstbyte::bench {

// The first argument of a program that is to do nothing but RunOperations().
inline constexpr char kRunOperations[] = "run-operations";

using TraceFunction = std::function<Result<cpuid::TraceResult>(const std::vector<std::string>& command)>;

// Of a benchmark by its name. `program NAME` of the command is followed by kRunOperations, the benchmark and the number
// of operations. An error where tracing is forbidden, or where the count is not the same for each operation.
Result<std::int64_t> CountCpuids(const std::string& program, const std::string& benchmark, const TraceFunction& trace);

// By breakpoints.
Result<cpuid::TraceResult> TraceByBreakpoints(const std::vector<std::string>& command);

// The traced program's half.
Result<void> RunOperations(const engine::Catalog& catalog, const std::string& benchmark, const std::string& count);

}  // namespace firstbyte::bench

#endif  // FIRSTBYTE_BENCH_SETUP_COST_CPUIDS_H_
