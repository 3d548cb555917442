// SPDX-License-Identifier: GPL-2.0-or-later
// Which nanoseconds of a request belong to which phase, in each arm, and of which phases the difference between two
// arms is made.
//
// A request of an arm executes each phase so many times (a baseline compression sets two contexts up, a patched one
// one; docs/method.md); each costs what `firstbyte phases` measured of it alone, with the arm's probe. What the request
// costs beyond the sum is `unattributed`: it may be negative, and nothing is rescaled. Nanoseconds per operation.
//
// Requests are those of the same measurement, or of a results file: then the two were not measured in the same
// minutes, and a change of the price of an exit in between is in `unattributed`, too.
#ifndef FIRSTBYTE_REPORT_ATTRIBUTION_H_
#define FIRSTBYTE_REPORT_ATTRIBUTION_H_

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "report/phase_results.h"
#include "report/phase_summary.h"

namespace firstbyte::report {

struct AttributedPart {
  std::string phase;
  int times = 0;     // per request; of a saving: that it saves
  double ns = 0;     // of all of them
  double share = 0;  // of the whole, 1 for all of it; 0 where the whole is 0
};

struct ArmAttribution {
  std::string arm;    // "baseline", "patched", "cached" or "both"
  std::string probe;  // "live" or "cached"
  Spread whole_ns;
  std::vector<AttributedPart> parts;  // in the order of the phases; those it executes
  Spread unattributed_ns;
  double unattributed_share = 0;
  int cpuids = 0;  // per request
  std::int64_t bytes_cleared = 0;
  std::int64_t parameter_calls = 0;  // of ZSTD_CCtx_setParameter
  // Per request in user mode; empty where not counted.
  std::optional<double> instructions;
};

// What one arm saves against another of the same probe.
struct SavingAttribution {
  std::string from;  // "baseline" or "cached"
  std::string to;    // "patched" or "both"
  Spread whole_ns;
  std::vector<AttributedPart> parts;
  Spread unattributed_ns;
  double unattributed_share = 0;
};

struct Attribution {
  std::string operation;  // "compress" or "decompress"
  std::vector<ArmAttribution> arms;
  std::vector<SavingAttribution> savings;
};

// An arm's request, as a results file has it.
struct ArmTotal {
  std::string arm;
  std::string operation;
  double ns = 0;
  std::optional<double> instructions;
};

// Of a measurement of phases, and what it was in words.
struct PhaseAttribution {
  std::vector<Attribution> operations;
  std::string source;  // "12 repetitions x 500 blocks of each pair, ..."
};
std::string DescribePhases(const PhaseResults& results);
// "500 blocks of each pair, 64 of requests and bodies, each over all pages": its blocks per repetition.
std::string DescribeBlocks(int blocks);

// By the requests of the same measurement. One per operation whose phases and requests were measured.
std::vector<Attribution> Attribute(const PhaseResults& results);

// By others. Arms that are no request of the four are left out; spreads of such totals are a single number.
std::vector<Attribution> Attribute(const PhaseResults& results, const std::vector<ArmTotal>& totals);

}  // namespace firstbyte::report

#endif  // FIRSTBYTE_REPORT_ATTRIBUTION_H_
