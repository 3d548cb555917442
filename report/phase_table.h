// SPDX-License-Identifier: GPL-2.0-or-later
// What `firstbyte phases` says of whole requests, and what share of them it says CPUID is: what as many CPUIDs as a
// request executes cost within a request, over the time of the whole request.
//
// What they cost within a request is the dose and response of so many; where that number was not measured, it is the
// price in the blocks times their number. Doses are measured in compressions of the cached probe alone, on the block's
// own page: what they say of a decompression, of a live request and of all pages is taken over from there. A CPUID
// behind other work than that costs otherwise by as much as a first one differs from the following. The two are not the
// same: a loop of CPUIDs finds the hypervisor's code and data where the one before left them, and a first one after a
// request's work costs some hundreds of nanoseconds more.
#ifndef FIRSTBYTE_REPORT_PHASE_TABLE_H_
#define FIRSTBYTE_REPORT_PHASE_TABLE_H_

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "base/error.h"
#include "report/phase_results.h"
#include "report/phase_summary.h"
#include "report/results.h"

namespace firstbyte::report {

// What the phase table says of an operation; ns.
struct RequestCosts {
  double baseline_ns = 0;  // of a request with the eager policy
  double saved_ns = 0;     // what the deferred policy saves of it
  int cpuids = 0;          // of the baseline
  int saved_cpuids = 0;
  double cpuid_ns = 0;  // of one, in the blocks that the saving was measured in; 0 where none is executed
};

struct PhaseTable {
  std::string engine;
  std::map<std::pair<std::string, std::string>, RequestCosts> requests;  // by probe and operation
  std::map<int, double> dose_ns;                                         // what so many CPUIDs add to a request
};

PhaseTable PhaseTableOf(const PhaseResults& results, const PhaseSummary& summary);

// The same, but refused where it says prices or times that cannot be. `file` is how a sentence names it.
Result<PhaseTable> CheckedPhaseTable(const PhaseResults& results, std::string_view file);

// Of the time of an arm's requests, from 0 to 1. Empty where the table does not have the arm (one of another engine;
// the policy `reuse`), and where it says more than 1, of so few blocks that nothing follows from them.
std::optional<double> CpuidShareByPhases(const PhaseTable& table, const Arm& arm);

}  // namespace firstbyte::report

#endif  // FIRSTBYTE_REPORT_PHASE_TABLE_H_
