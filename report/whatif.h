// SPDX-License-Identifier: GPL-2.0-or-later
// What a measurement would have shown where a CPUID costs something else: T(c) = T - N * here + N * c, with T an arm's
// headline, N its CPUIDs per request (report/cpuids_per_request.h) and `here` what a CPUID cost where T was measured.
//
// A model, not a measurement. It holds everything but the exit itself fixed: another CPU, another kernel, and what an
// exit does to the caches of the code after it are not in it. docs/whatif.md compares it with published tables
// (report/whatif_published.h).
//
// Intervals are 95 % and come from the measurement alone; the shift moves both ends and leaves the width. How well
// `here` is known is not in them: if it is wrong by e, T(c) is wrong by N * e. Times are nanoseconds per operation.
#ifndef FIRSTBYTE_REPORT_WHATIF_H_
#define FIRSTBYTE_REPORT_WHATIF_H_

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "base/error.h"
#include "report/comparison.h"
#include "report/results.h"
#include "report/round_means.h"
#include "report/statistics.h"
#include "report/warnings.h"

namespace firstbyte::report {

struct ExitCost {
  double here_ns = 0;            // of one CPUID where the results were measured
  std::string source;            // where that number comes from, for the reader
  std::vector<double> other_ns;  // to predict for; `here_ns` is always among those predicted
};

// T(c): with c equal to here, `measured` to the last bit.
double AtCost(double measured, int cpuids, double here_ns, double cost_ns);

struct Forecast {
  double cost_ns = 0;
  bool measured = false;  // cost_ns is here_ns: nothing is predicted
  double time_ns = 0;
  std::optional<Interval> time_interval;
  // What the arm saves against its reference at this cost; none in the reference's own row.
  std::optional<double> delta_ns;
  std::optional<double> percent;
  std::optional<Interval> delta_interval;
};

struct WhatIfRow {
  std::size_t arm = 0;        // index into Results::arms
  std::size_t reference = 0;  // equal to arm in a reference's own row
  int cpuids = 0;             // per request
  int reference_cpuids = 0;
  std::string no_interval;          // why there are no intervals; else empty
  std::vector<Forecast> forecasts;  // by cost, ascending
};

struct WhatIfGroup {
  std::string operation;
  std::string engine;
  std::string reference_engine;
  std::vector<WhatIfRow> rows;
};

// What the results themselves say about `here`: what `cached` saves, over the CPUIDs that it saves. By the paired
// differences of the runs, as its interval, and not by the two headlines, which the interval need not hold.
struct ImpliedCost {
  std::string operation;
  std::string engine;
  std::optional<double> ns;  // none where `cached` saves no CPUID, as an arm called "baseline" may execute none
  std::optional<Interval> interval;
  std::string no_interval;  // why there is none; else empty
};

struct WhatIf {
  double here_ns = 0;
  std::string source;
  std::string clock_name;
  std::vector<WhatIfGroup> groups;  // as in the comparison, without the A/A control, which costs change nothing about
  std::vector<ImpliedCost> implied;
  std::vector<std::string> left_out;  // one sentence for each reason why arms are not predicted
  std::vector<Warning> warnings;      // about the measurement: a forecast is no better than what it starts from
};

// Validates first. Invalid: what Compare refuses, no arm that can be predicted, or a `here_ns` of which N are more than
// an arm's whole time.
Result<WhatIf> Predict(const Results& results, const ExitCost& cost, Clock clock = Clock::kWall);

// Of all operations that have both arms. Empty if none has. The results must be comparable (Compare).
std::vector<ImpliedCost> ImpliedCosts(const Results& results, const Comparison& comparison);

}  // namespace firstbyte::report

#endif  // FIRSTBYTE_REPORT_WHATIF_H_
