// SPDX-License-Identifier: GPL-2.0-or-later
// What the command line of //bench:setup_cost says beside Google Benchmark's own flags.
#ifndef FIRSTBYTE_BENCH_SETUP_COST_OPTIONS_H_
#define FIRSTBYTE_BENCH_SETUP_COST_OPTIONS_H_

#include <optional>
#include <string>
#include <vector>

#include "base/error.h"

namespace firstbyte::bench {

struct SetupCostOptions {
  std::optional<int> cpu;
  bool json_file = false;  // --benchmark_out is given, and is to be JSON
};

// Takes our own flags out of `arguments` (without the program), and looks at the library's. An error names the flag.
Result<SetupCostOptions> TakeSetupCostOptions(std::vector<std::string>& arguments);

// For --help; ends with Google Benchmark's own, which it prints to stdout as well.
void PrintSetupCostHelp();

}  // namespace firstbyte::bench

#endif  // FIRSTBYTE_BENCH_SETUP_COST_OPTIONS_H_
