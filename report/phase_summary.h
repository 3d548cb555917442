// SPDX-License-Identifier: GPL-2.0-or-later
// What the estimates of `firstbyte phases` add up to: each quantity with its spread over the repetitions, wholes
// against the sum of their parts, what a patch saves beside CPUIDs, and the price of a CPUID by dose and response.
//
// The unit is the repetition: each has buffers and a place of the stack of its own, and blocks within one are not
// independent. The number shown is the mean over the repetitions, low and high are the 95 % sign-flip interval of that
// mean (report/sign_flip.h; for six repetitions that is their range), or the plain range where there are too few for an
// interval. What the parts do not explain is `unattributed`; nothing is ever rescaled to make it vanish.
#ifndef FIRSTBYTE_REPORT_PHASE_SUMMARY_H_
#define FIRSTBYTE_REPORT_PHASE_SUMMARY_H_

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "report/phase_results.h"

namespace firstbyte::report {

// A/A controls farther from 0 than this say that the measurement cannot tell small residuals.
inline constexpr double kMostControlNs = 10;

struct Spread {
  double value = 0;
  double low = 0;
  double high = 0;
  bool is_interval = false;  // else low and high are the range over the repetitions
  bool resolved = false;     // an interval without 0
};

// `values`: one per repetition, at least one.
Spread SpreadOf(const std::vector<double>& values);

struct PhaseRow {
  std::string name;
  std::optional<std::int64_t> bytes;
  int cpuids = 0;
  Spread ns;
};

struct WholeRow {
  std::string name;
  std::vector<std::string> parts;  // with their multiplicity
  int cpuids = 0;
  Spread ns;
  Spread sum_over_whole;  // a ratio
  Spread unattributed_ns;
};

struct SavingRow {
  std::string operation;
  int cpuids = 0;
  Spread ns;           // all of it
  Spread cpuid_ns;     // of those CPUIDs, by the price in the same blocks
  Spread residual_ns;  // what is saved beside them
};

struct ControlRow {
  std::string operation;
  Spread ns;
  bool passed = false;  // within kMostControlNs of 0
};

struct ProbeSummary {
  std::string probe;
  std::vector<PhaseRow> phases;
  std::vector<WholeRow> wholes;  // init_cstream first
  std::vector<SavingRow> savings;
  std::vector<ControlRow> controls;
};

struct DosePoint {
  int cpuids = 0;
  Spread ns;
  Spread beside_line_ns;  // its distance from the fitted line
};

struct DoseResponse {
  std::vector<DosePoint> points;
  Spread slope_ns;       // per CPUID, by least squares over the points
  Spread intercept_ns;   // of the fitted line; the truth is 0
  Spread calibrated_ns;  // one CPUID, as timed in the same blocks
};

struct PhaseSummary {
  std::vector<ProbeSummary> probes;  // live first
  std::optional<DoseResponse> dose;
};

PhaseSummary Summarise(const PhaseResults& results);

}  // namespace firstbyte::report

#endif  // FIRSTBYTE_REPORT_PHASE_SUMMARY_H_
