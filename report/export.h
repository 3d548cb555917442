// SPDX-License-Identifier: GPL-2.0-or-later
// Results for other people's tools, unrounded.
//
//   CSV              every sample of every round, a header line first (RFC 4180)
//   Go benchmarks    golang/proposal design 14313, for benchstat: a line per arm and run
//   Google Benchmark its JSON, for compare.py: an "iteration" per arm and run, and the aggregates
//
// The last two have the median of a run's rounds: their readers take values for independent, which rounds of one
// process are not. Whoever compares two of them compares two measurements that were made one after the other; the
// differences within rounds, on which Firstbyte's own verdicts rest, are not in these formats.
#ifndef FIRSTBYTE_REPORT_EXPORT_H_
#define FIRSTBYTE_REPORT_EXPORT_H_

#include <string>

#include "base/error.h"
#include "report/results.h"

namespace firstbyte::report {

std::string ExportCsv(const Results& results);
std::string ExportGoBenchmarks(const Results& results);
// Refused where thread CPU time was not measured: its readers subtract it.
Result<std::string> ExportGoogleBenchmark(const Results& results);

// "CompressPatched", unique with the engine: without blanks, which would end a name.
std::string BenchmarkName(const Results& results, std::size_t arm);

}  // namespace firstbyte::report

#endif  // FIRSTBYTE_REPORT_EXPORT_H_
