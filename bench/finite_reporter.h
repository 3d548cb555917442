// SPDX-License-Identifier: GPL-2.0-or-later
// A reporter of Google Benchmark that hands on to another one only numbers that are numbers.
//
// With repetitions the library divides each counter's deviation by its mean. Of a counter that is 0 (CPUIDs of a cached
// probe) that is not a number, and its JSON would say NaN, which is no JSON: strict readers refuse the whole file.
#ifndef FIRSTBYTE_BENCH_FINITE_REPORTER_H_
#define FIRSTBYTE_BENCH_FINITE_REPORTER_H_

#include <benchmark/benchmark.h>

#include <memory>
#include <utility>
#include <vector>

namespace firstbyte::bench {

class FiniteReporter : public benchmark::BenchmarkReporter {
 public:
  explicit FiniteReporter(std::unique_ptr<benchmark::BenchmarkReporter> inner) : inner_(std::move(inner)) {}

  bool ReportContext(const Context& context) override;
  // Leaves out counters that are no numbers, and rows whose times are none.
  void ReportRuns(const std::vector<Run>& runs) override;
  void Finalize() override;

 private:
  std::unique_ptr<benchmark::BenchmarkReporter> inner_;
};

}  // namespace firstbyte::bench

#endif  // FIRSTBYTE_BENCH_FINITE_REPORTER_H_
