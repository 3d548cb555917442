// SPDX-License-Identifier: GPL-2.0-or-later
// From the blocks of a balanced pair to one number. Medians, because a block in which an interrupt came must not move
// it; one median per order, because with a median over both the more frequent order would win. Never a minimum: it
// picks the cells that ran latest, hence warmest (docs/phases.md, "What was tried before").
#ifndef FIRSTBYTE_REPORT_PAIR_ESTIMATE_H_
#define FIRSTBYTE_REPORT_PAIR_ESTIMATE_H_

#include <vector>

#include "base/error.h"
#include "report/phase_results.h"

namespace firstbyte::report {

// Nanoseconds per operation.
struct PairBlock {
  double difference_ns = 0;  // first less second
  double cpuid_ns = 0;       // of one CPUID, timed in the same block
  bool first_ran_first = false;
};

// `cpuids`: those that the first executes and the second does not. Blocks of one order only are an error.
Result<PairEstimate> EstimatePair(const std::vector<PairBlock>& blocks, int cpuids);

}  // namespace firstbyte::report

#endif  // FIRSTBYTE_REPORT_PAIR_ESTIMATE_H_
