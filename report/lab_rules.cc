// SPDX-License-Identifier: GPL-2.0-or-later
#include "report/lab_rules.h"

#include <fmt/core.h>

#include <cmath>
#include <cstddef>
#include <cstdint>

#include "base/median.h"
#include "report/binomial.h"
#include "report/mann_whitney.h"
#include "report/sign_flip.h"
#include "report/statistics.h"
#include "report/student.h"

namespace firstbyte::report {
namespace {

// tango's own, of its source.
constexpr double kTangoZ = 2.6;
constexpr double kTangoPercent = 1;

LabFinding Direction(double slower) { return slower > 0 ? 1 : slower < 0 ? -1 : 0; }

// of[i] of all processes' rounds, arm against reference.
template <typename Function>
void ForEachPair(const LabWindow& window, Function&& function) {
  for (std::size_t run = 0; run < window.reference.size(); ++run) {
    for (std::size_t round = 0; round < window.reference[run].size(); ++round)
      function(window.reference[run][round], window.arm[run][round]);
  }
}

LabRule Rule(std::string name, LabUsage usage, const std::string& detail, bool documented,
             std::function<LabFinding(const LabWindow&)> find, LabValues values = LabValues::kRounds) {
  LabRule rule;
  rule.name = std::move(name);
  rule.usage = usage;
  rule.usage_name = LabUsageName(usage) + (detail.empty() ? "" : ", " + detail);
  rule.documented = documented;
  rule.find = std::move(find);
  rule.values = values;
  return rule;
}

void AddMannWhitney(const std::string& name, bool asked_here, std::vector<LabRule>& rules) {
  for (const LabUsage usage : {LabUsage::kSequential, LabUsage::kAlternated}) {
    for (const LabValues values : {LabValues::kRounds, LabValues::kMedians}) {
      const std::string detail = values == LabValues::kRounds ? "rounds" : "medians";
      std::function<LabFinding(const LabWindow&)> find;
      if (asked_here) find = [values](const LabWindow& window) { return FindByMannWhitney(window, values); };
      // compare.py is documented for one output after the other; benchstat's page asks to interleave.
      const bool documented = asked_here || usage == LabUsage::kSequential;
      rules.push_back(Rule(name, usage, detail, documented, find, values));
    }
  }
}

}  // namespace

std::vector<double> LabValuesOf(const Means& means, LabValues values) {
  if (values == LabValues::kMedians) return RunMedians(means);
  std::vector<double> all;
  for (const std::vector<double>& run : means) all.insert(all.end(), run.begin(), run.end());
  return all;
}

LabFinding FindBySignFlip(const LabWindow& window) {
  const SignFlip test = TestSignFlip(RunLogDifferences(window.reference, window.arm));
  return test.p < kLabAlpha ? Direction(-test.mean) : 0;
}

LabFinding FindBySignTest(const LabWindow& window) {
  std::int64_t slower = 0;
  std::int64_t faster = 0;
  ForEachPair(window, [&](double reference, double arm) {
    slower += arm > reference ? 1 : 0;
    faster += arm < reference ? 1 : 0;
  });
  return SignTestP(slower, faster) < kLabAlpha ? Direction(static_cast<double>(slower - faster)) : 0;
}

LabFinding FindByZ(const LabWindow& window) {
  std::vector<double> differences;
  std::vector<double> references;
  ForEachPair(window, [&](double reference, double arm) {
    differences.push_back(arm - reference);
    references.push_back(reference);
  });
  const auto deviation = StandardDeviation(differences);
  if (!deviation || *deviation == 0) return 0;
  const double mean = Mean(differences);
  const double z = mean / *deviation * std::sqrt(static_cast<double>(differences.size()));
  const double percent = 100 * mean / Mean(references);
  return std::abs(z) >= kTangoZ && std::abs(percent) > kTangoPercent ? Direction(mean) : 0;
}

LabFinding FindByMannWhitney(const LabWindow& window, LabValues values) {
  const std::vector<double> reference = LabValuesOf(window.reference, values);
  const std::vector<double> arm = LabValuesOf(window.arm, values);
  const MannWhitney test = TestMannWhitney(arm, reference);
  const auto pairs = static_cast<double>(reference.size()) * static_cast<double>(arm.size());
  return test.p < kLabAlpha ? Direction(test.u - pairs / 2) : 0;
}

LabFinding FindByThreshold(const LabWindow& window, double percent) {
  const double reference = MedianOfRounds(window.reference);
  const double change = 100 * (MedianOfRounds(window.arm) - reference) / reference;
  return std::abs(change) > percent ? Direction(change) : 0;
}

std::vector<LabRule> LabRules() {
  std::vector<LabRule> rules;
  rules.push_back(Rule("firstbyte", LabUsage::kPaired, "", true, FindBySignFlip));
  rules.back().ours = true;
  rules.push_back(Rule("nanobench", LabUsage::kOneProcess, "", true, FindBySignTest));
  rules.push_back(Rule("nanobench", LabUsage::kPaired, "rounds", false, FindBySignTest));
  rules.push_back(Rule("tango", LabUsage::kOneProcess, "", true, FindByZ));
  rules.push_back(Rule("tango", LabUsage::kPaired, "rounds", false, FindByZ));
  AddMannWhitney("benchstat", true, rules);
  AddMannWhitney(kLabComparePy, false, rules);
  for (const double percent : {1.0, 5.0}) {
    for (const LabUsage usage : {LabUsage::kSequential, LabUsage::kAlternated}) {
      rules.push_back(Rule(fmt::format("over {} %", percent), usage, "", true,
                           [percent](const LabWindow& window) { return FindByThreshold(window, percent); }));
    }
  }
  return rules;
}

}  // namespace firstbyte::report
