// SPDX-License-Identifier: GPL-2.0-or-later
// Counts the CPUIDs of an idiom of cached_probe.h: a program that uses it so and so often is traced (tracer.h), and
// what it executes is told apart by where it stands. Nothing is taken from what the idiom says of itself but which
// symbols are its own.
#ifndef FIRSTBYTE_CPUID_CACHED_PROBE_COUNT_H_
#define FIRSTBYTE_CPUID_CACHED_PROBE_COUNT_H_

#include <cstdint>
#include <string>

#include "base/error.h"
#include "cpuid/cached_probe.h"

namespace firstbyte::cpuid {

struct ProbeCounts {
  std::int64_t at_start = 0;   // before main(), in the program's own file: what the idiom adds to every start
  std::int64_t first_use = 0;  // of the first use alone
  std::int64_t per_use = 0;    // of each later one
  std::int64_t loader = 0;     // before main(), by the dynamic loader: paid with any idiom
  std::int64_t libraries = 0;  // before main(), in the libraries that the program loads: likewise
  int answer = 0;              // the program's exit status: 1 for BMI1, 2 for BMI2, their sum for both
};

// `program` is testdata/cached_probe_program. An error where tracing is not possible, or the counts are not the same
// for each use.
Result<ProbeCounts> CountProbe(const std::string& program, const ProbeIdiom& idiom);

}  // namespace firstbyte::cpuid

#endif  // FIRSTBYTE_CPUID_CACHED_PROBE_COUNT_H_
