// SPDX-License-Identifier: GPL-2.0-or-later
#include "report/attribution.h"

#include <fmt/core.h>

#include <algorithm>
#include <cstddef>
#include <utility>

#include "report/cells.h"

namespace firstbyte::report {
namespace {

using Values = std::vector<double>;

struct Use {
  const char* phase;
  int as_baseline;
  int as_patched;
};

struct Operation {
  const char* name;
  std::vector<Use> uses;
};

// The request of crypto/zstd.c: the baseline begins with a stream's context that a one-shot request never uses.
const std::vector<Operation>& Operations() {
  static const std::vector<Operation> operations = {
      {"compress",
       {{"cwksp_layout", 2, 1},
        {"cctx_zeroing", 2, 1},
        {"bmi2_probe", 2, 1},
        {"reset", 2, 1},
        {"pledge", 2, 1},
        {"parameter_replay", 2, 1},
        {"table_clear", 1, 1},
        {"compress_body", 1, 1}}},
      {"decompress", {{"bmi2_probe", 2, 1}, {"decompress_body", 1, 1}}},
  };
  return operations;
}

// The two arms of a probe.
struct ArmPair {
  const char* probe;
  const char* baseline;
  const char* patched;
};
constexpr ArmPair kPairs[] = {{"live", "baseline", "patched"}, {"cached", "cached", "both"}};

const PairSeries* Find(const PhaseResults& results, PairKind kind, const char* probe, const std::string& name) {
  const auto found = std::find_if(results.series.begin(), results.series.end(), [&](const PairSeries& s) {
    return s.kind == kind && s.probe == probe && s.name == name;
  });
  return found == results.series.end() ? nullptr : &*found;
}

Values NsOf(const PairSeries& series) {
  Values values;
  for (const PairEstimate& estimate : series.repetitions) values.push_back(estimate.ns);
  return values;
}

// The numbers of an arm's whole, as many as there are repetitions; empty where it was not measured.
struct Whole {
  Values ns;
  std::optional<double> instructions;
};

Values Minus(Values from, const Values& what, double times = 1) {
  for (std::size_t i = 0; i < from.size(); ++i) from[i] -= times * what[i];
  return from;
}

struct Wholes {
  Whole baseline;
  Whole patched;
};

// What patched requests save was measured against baseline ones, on the block's own page; baseline requests for
// themselves, over all pages. So a patched whole is the one less the other.
Wholes MeasuredWholes(const PhaseResults& results, const ArmPair& pair, const char* operation) {
  const PairSeries* const baseline = Find(results, PairKind::kWhole, pair.probe, operation);
  const PairSeries* const saving = Find(results, PairKind::kSaving, pair.probe, operation);
  if (baseline == nullptr) return {};
  Wholes wholes = {{NsOf(*baseline), std::nullopt}, {}};
  if (saving != nullptr && saving->repetitions.size() == baseline->repetitions.size())
    wholes.patched.ns = Minus(wholes.baseline.ns, NsOf(*saving));
  return wholes;
}

Whole TotalOf(const std::vector<ArmTotal>& totals, const char* arm, const char* operation) {
  for (const ArmTotal& total : totals) {
    if (total.arm == arm && total.operation == operation) return {{total.ns}, total.instructions};
  }
  return {};
}

double Share(double part, double whole) { return whole == 0 ? 0 : part / whole; }

// Phases of a measurement beside one number: their means.
Values AsManyAs(const Values& wholes, const Values& part) {
  if (part.size() == wholes.size()) return part;
  return Values(wholes.size(), SpreadOf(part).value);
}

struct Sum {
  std::vector<AttributedPart> parts;
  Spread whole;
  Spread rest;
  double rest_share = 0;
  int cpuids = 0;
  std::int64_t bytes = 0;
  std::int64_t parameter_calls = 0;
};

int AsBaseline(const Use& use) { return use.as_baseline; }
int AsPatched(const Use& use) { return use.as_patched; }
int Saved(const Use& use) { return use.as_baseline - use.as_patched; }

// Nothing where a phase was not measured.
std::optional<Sum> AddUp(const PhaseResults& results, const char* probe, const Operation& operation,
                         const Values& wholes, int (*times_of)(const Use&)) {
  Sum sum;
  sum.whole = SpreadOf(wholes);
  Values rests = wholes;
  for (const Use& use : operation.uses) {
    const int times = times_of(use);
    if (times == 0) continue;
    const PairSeries* const phase = Find(results, PairKind::kPhase, probe, use.phase);
    if (phase == nullptr || phase->repetitions.empty()) return std::nullopt;
    const Values ns = AsManyAs(wholes, NsOf(*phase));
    rests = Minus(rests, ns, times);
    const double mean = SpreadOf(ns).value * times;
    sum.parts.push_back({use.phase, times, mean, Share(mean, sum.whole.value)});
    sum.cpuids += times * phase->cpuids;
    sum.bytes += times * phase->bytes.value_or(0);
    if (sum.parts.back().phase == "parameter_replay") sum.parameter_calls = std::int64_t{times} * results.parameters;
  }
  sum.rest = SpreadOf(rests);
  sum.rest_share = Share(sum.rest.value, sum.whole.value);
  return sum;
}

void AddArm(Attribution& attribution, const char* arm, const char* probe, const std::optional<Sum>& sum,
            const Whole& whole) {
  if (!sum) return;
  attribution.arms.push_back({arm, probe, sum->whole, sum->parts, sum->rest, sum->rest_share, sum->cpuids, sum->bytes,
                              sum->parameter_calls, whole.instructions});
}

void AddPair(Attribution& attribution, const PhaseResults& results, const Operation& operation, const ArmPair& pair,
             const Wholes& wholes) {
  const auto add_up = [&](const Values& ns, int (*times_of)(const Use&)) {
    return ns.empty() ? std::nullopt : AddUp(results, pair.probe, operation, ns, times_of);
  };
  AddArm(attribution, pair.baseline, pair.probe, add_up(wholes.baseline.ns, AsBaseline), wholes.baseline);
  AddArm(attribution, pair.patched, pair.probe, add_up(wholes.patched.ns, AsPatched), wholes.patched);
  if (wholes.baseline.ns.empty() || wholes.patched.ns.empty()) return;
  if (const auto saved = add_up(Minus(wholes.baseline.ns, wholes.patched.ns), Saved))
    attribution.savings.push_back(
        {pair.baseline, pair.patched, saved->whole, saved->parts, saved->rest, saved->rest_share});
}

template <typename WholesOf>
std::vector<Attribution> AttributeAll(const PhaseResults& results, const WholesOf& wholes_of) {
  std::vector<Attribution> all;
  for (const Operation& operation : Operations()) {
    Attribution attribution;
    attribution.operation = operation.name;
    for (const ArmPair& pair : kPairs) AddPair(attribution, results, operation, pair, wholes_of(pair, operation.name));
    if (!attribution.arms.empty()) all.push_back(std::move(attribution));
  }
  return all;
}

}  // namespace

std::string DescribeBlocks(int blocks) {
  return fmt::format("{} blocks of each pair, {} of requests and bodies, each over all pages", FormatCount(blocks),
                     FormatCount(BlocksOfAllPages(blocks)));
}

std::string DescribePhases(const PhaseResults& results) {
  return fmt::format("{} repetitions x {}; orders drawn with seed {}, CPU {}, level {}; {}",
                     FormatCount(results.repetitions), DescribeBlocks(results.blocks), results.seed, results.cpu,
                     results.level, results.corpus);
}

std::vector<Attribution> Attribute(const PhaseResults& results) {
  return AttributeAll(
      results, [&](const ArmPair& pair, const char* operation) { return MeasuredWholes(results, pair, operation); });
}

std::vector<Attribution> Attribute(const PhaseResults& results, const std::vector<ArmTotal>& totals) {
  return AttributeAll(results, [&](const ArmPair& pair, const char* operation) {
    return Wholes{TotalOf(totals, pair.baseline, operation), TotalOf(totals, pair.patched, operation)};
  });
}

}  // namespace firstbyte::report
