// SPDX-License-Identifier: GPL-2.0-or-later
// What `firstbyte phases` measured: for each pair of things that were timed against each other, one estimate per
// repetition. Nanoseconds per operation; docs/phases.md says how the blocks are made.
#ifndef FIRSTBYTE_REPORT_PHASE_RESULTS_H_
#define FIRSTBYTE_REPORT_PHASE_RESULTS_H_

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "report/results.h"

namespace firstbyte::report {

// Blocks come in groups of four, whose orders are balanced. What is timed over all pages, whole requests and bodies, is
// in every eighth group alone, the first among them: it takes long.
inline constexpr int kPhaseBlockGroup = 4;
inline constexpr int kEveryOfAllPages = 8;

// Of so many blocks of each pair, those of what is timed over all pages.
constexpr int BlocksOfAllPages(int blocks) {
  const int groups = blocks / kPhaseBlockGroup;
  return (groups + kEveryOfAllPages - 1) / kEveryOfAllPages * kPhaseBlockGroup;
}

// One repetition of a pair: the time of the first less that of the second. The first cell of a block is slower than the
// second, whichever it is, so that the two orders differ and their mean does not.
struct PairEstimate {
  double ns = 0;                  // the mean of the next two
  double first_ran_first_ns = 0;  // the median over the blocks of each order
  double second_ran_first_ns = 0;
  double cpuid_ns = 0;           // of one CPUID in the same blocks, their median
  double without_cpuids_ns = 0;  // as `ns`, of differences from which the CPUIDs were taken at the block's own price
};

// What a pair compares.
enum class PairKind {
  kPhase,    // a part of an init, or what is left of a request, against a call that does nothing
  kWhole,    // an init as the engine has it, or a request, likewise
  kSaving,   // baseline against patched: what the patch saves
  kControl,  // patched against patched: the truth is 0
  kDose,     // patched with extra CPUIDs against patched
};

struct PairSeries {
  PairKind kind = PairKind::kPhase;
  std::string name;                   // "cwksp_layout", "init_cstream", "compress"
  std::string probe;                  // of the engine: "live" or "cached"
  std::optional<std::int64_t> bytes;  // that it clears
  int cpuids = 0;                     // that the first executes and the second does not
  std::vector<PairEstimate> repetitions;
};

struct PhaseResults {
  std::string engine;
  std::string tool_version;
  std::string machine_id;  // as in report/results.h
  std::string platform;
  std::string accel;
  std::vector<EnvironmentCheck> environment;
  int cpu = 0;
  int repetitions = 0;
  int blocks = 0;  // of each pair and repetition
  std::uint64_t seed = 0;
  int level = 0;
  int parameters = 0;  // that a replay sets
  std::string corpus;
  double ticks_per_ns = 0;
  std::vector<PairSeries> series;
};

}  // namespace firstbyte::report

#endif  // FIRSTBYTE_REPORT_PHASE_RESULTS_H_
