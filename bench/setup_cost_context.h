// SPDX-License-Identifier: GPL-2.0-or-later
// The conditions of a run of //bench:setup_cost, for the context of its output: version, CPU, platform, every check of
// the environment, each engine's digests, the pages.
#ifndef FIRSTBYTE_BENCH_SETUP_COST_CONTEXT_H_
#define FIRSTBYTE_BENCH_SETUP_COST_CONTEXT_H_

#include <map>
#include <string>
#include <vector>

#include "base/error.h"
#include "bench/cpu_choice.h"
#include "bench/environment.h"
#include "bench/setup_cost_operation.h"

namespace firstbyte::bench {

// Keys are of letters, digits, dots, hyphens and underscores; none is one of Google Benchmark's own.
Result<std::map<std::string, std::string>> SetupCostContext(const std::vector<SetupCostEngine>& engines,
                                                            const CpuChoice& choice, const Environment& environment);

}  // namespace firstbyte::bench

#endif  // FIRSTBYTE_BENCH_SETUP_COST_CONTEXT_H_
