// SPDX-License-Identifier: GPL-2.0-or-later
#include "bench/finite_reporter.h"

#include <cmath>

namespace firstbyte::bench {

bool FiniteReporter::ReportContext(const Context& context) {
  // Given to this one by the library after it was made.
  inner_->SetOutputStream(&GetOutputStream());
  inner_->SetErrorStream(&GetErrorStream());
  return inner_->ReportContext(context);
}

void FiniteReporter::ReportRuns(const std::vector<Run>& runs) {
  std::vector<Run> finite;
  for (const Run& run : runs) {
    if (!std::isfinite(run.real_accumulated_time) || !std::isfinite(run.cpu_accumulated_time)) continue;
    finite.push_back(run);
    std::erase_if(finite.back().counters, [](const auto& counter) { return !std::isfinite(counter.second.value); });
  }
  // The library's reporters take the first row for granted.
  if (!finite.empty()) inner_->ReportRuns(finite);
}

void FiniteReporter::Finalize() { inner_->Finalize(); }

}  // namespace firstbyte::bench
