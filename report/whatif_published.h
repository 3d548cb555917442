// SPDX-License-Identifier: GPL-2.0-or-later
// The model of report/whatif.h against what was printed: from each published table, the medians of the others that were
// measured in a guest of the same name.
//
// What a CPUID cost there is not printed. It is taken from a row's own saving: delta over the CPUIDs that the patch
// removes. That is an upper bound, for a patch may save other work as well; the lowest of a machine's rows is the
// tightest, and what it predicts for the others stands beside their own.
#ifndef FIRSTBYTE_REPORT_WHATIF_PUBLISHED_H_
#define FIRSTBYTE_REPORT_WHATIF_PUBLISHED_H_

#include <cstdint>
#include <string>
#include <vector>

#include "report/published.h"

namespace firstbyte::report {

struct PublishedForecast {
  std::string group;        // "one-vCPU KVM", in both tables
  std::string row;          // "compress"
  std::string column;       // the target's heading: "baseline" or "patched"
  std::int64_t cpuids = 0;  // per request, in that column
  std::string cost_row;     // whose saving gave the cost
  double cost_ns = 0;       // of one CPUID
  double predicted_ns = 0;
  double printed_ns = 0;
  double error_ns = 0;       // predicted less printed
  double error_percent = 0;  // of printed
};

// The forecasts of one table from another.
struct PublishedForecasts {
  std::string from;  // subjects
  std::string to;
  std::vector<PublishedForecast> forecasts;
};

// Every ordered pair of tables that have a group in common.
std::vector<PublishedForecasts> PredictPublished(const std::vector<PublishedTable>& tables);

std::string RenderPublishedForecasts(const std::vector<PublishedForecasts>& pairs);

}  // namespace firstbyte::report

#endif  // FIRSTBYTE_REPORT_WHATIF_PUBLISHED_H_
