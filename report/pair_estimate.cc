// SPDX-License-Identifier: GPL-2.0-or-later
#include "report/pair_estimate.h"

#include "base/median.h"

namespace firstbyte::report {

Result<PairEstimate> EstimatePair(const std::vector<PairBlock>& blocks, int cpuids) {
  std::vector<double> differences[2];
  std::vector<double> rests[2];
  std::vector<double> prices;
  for (const PairBlock& block : blocks) {
    const int order = block.first_ran_first ? 0 : 1;
    differences[order].push_back(block.difference_ns);
    rests[order].push_back(block.difference_ns - cpuids * block.cpuid_ns);
    prices.push_back(block.cpuid_ns);
  }
  if (differences[0].empty() || differences[1].empty())
    return InvalidError("A pair has blocks of one order only; its difference would be that of the order.");
  PairEstimate estimate;
  estimate.first_ran_first_ns = Median(differences[0]);
  estimate.second_ran_first_ns = Median(differences[1]);
  estimate.ns = (estimate.first_ran_first_ns + estimate.second_ran_first_ns) / 2;
  estimate.cpuid_ns = Median(prices);
  estimate.without_cpuids_ns = (Median(rests[0]) + Median(rests[1])) / 2;
  return estimate;
}

}  // namespace firstbyte::report
