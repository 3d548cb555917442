// SPDX-License-Identifier: GPL-2.0-or-later
// How this tool itself was compiled: "compiler" and "build mode". The engines have their own record; but the request,
// the clocks and the loop around them are the tool's code.
#ifndef FIRSTBYTE_BENCH_ENVIRONMENT_BUILD_H_
#define FIRSTBYTE_BENCH_ENVIRONMENT_BUILD_H_

#include <string>

#include "bench/environment_check.h"

namespace firstbyte::bench {

struct BuildFacts {
  std::string compiler;  // "GCC 12.2.0"
  bool optimised = true;
  bool assertions = false;  // NDEBUG was not set
  bool sanitised = false;
};

BuildFacts ThisBuild();

Checks BuildChecks(const BuildFacts& build);

}  // namespace firstbyte::bench

#endif  // FIRSTBYTE_BENCH_ENVIRONMENT_BUILD_H_
