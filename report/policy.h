// SPDX-License-Identifier: GPL-2.0-or-later
// What a project asks of its gate: a small JSON file in the project's own repository, `firstbyte-policy/1`, described
// in docs/gate.md. Every key but the schema may be left out; one that nobody knows is an error, for a margin that is
// spelled wrong would be a gate that is open.
#ifndef FIRSTBYTE_REPORT_POLICY_H_
#define FIRSTBYTE_REPORT_POLICY_H_

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"

namespace firstbyte::report {

inline constexpr char kPolicySchema[] = "firstbyte-policy/1";

// A measurement is judged when it has exactly so many runs, and at no other time: whoever looks again and again until a
// number pleases has a false alarm in the end. Each look may spend a part of alpha; the parts add up to it at most
// (Bonferroni over looks).
struct Look {
  int runs = 0;
  double alpha = 0;
};

enum class GateClock {
  kAuto,  // wall; thread CPU time where the wall clock scatters more than half as much again
  kWall,
  kThreadCpu,
};

struct Policy {
  std::vector<Look> looks = {{12, 0.01}, {24, 0.015}, {48, 0.025}};  // ascending
  GateClock clock = GateClock::kAuto;
  // By operation ("compress") or by operation and arm ("compress patched"): a change below it is nobody's concern.
  // Percent of the reference. The defaults are what a shared machine can hold with twelve runs. Between two
  // engines, which are two objects, where code lies may make some 3 % beside (docs/statistics.md), which no A/A arm
  // shows: whom a false "regressed" costs dear needs wider ones.
  std::map<std::string, double> margins_percent = {{"compress", 2}, {"decompress", 3}};
  std::vector<std::string> arms;  // that are judged; empty: all but the A/A control
  std::string calibration;        // file of `firstbyte calibrate` that must allow the gate to judge; empty: none
  bool exact_required = false;    // counts that could not be made are invalid, not only said
};

Result<Policy> ParsePolicy(std::string_view text, std::string_view file_name);
// A calibration is named relative to the policy's directory; here, as it can be opened.
Result<Policy> ReadPolicy(const std::string& path);

// Of an arm, the more special one; nothing where the policy has none for the operation.
std::optional<double> MarginOf(const Policy& policy, const std::string& operation, const std::string& arm);

// Nothing where no look is planned at this number of runs.
std::optional<Look> LookAt(const Policy& policy, int runs);

// "12, 24 and 48".
std::string PlannedRuns(const Policy& policy);

}  // namespace firstbyte::report

#endif  // FIRSTBYTE_REPORT_POLICY_H_
