// SPDX-License-Identifier: GPL-2.0-or-later
#include "report/lab_regimes.h"

#include <gtest/gtest.h>

#include <cstddef>
#include <map>
#include <string>

namespace firstbyte::report {
namespace {

// By "rule, usage" and regime.
using Rates = std::map<std::string, std::map<std::string, LabShare>>;

Rates Simulated() {
  const std::vector<LabRule> rules = LabRules();
  const auto regimes = SimulateLabRules(rules, 12, 9);
  Rates rates;
  for (std::size_t i = 0; i < rules.size(); ++i) {
    for (const LabRegime& regime : regimes[i])
      rates[rules[i].name + ", " + rules[i].usage_name][regime.name] = regime.found;
  }
  return rates;
}

TEST(LabRegimes, OnlyRulesOfOneNumberPerProcessHoldEverywhere) {
  const std::vector<LabRule> rules = LabRules();
  const auto regimes = SimulateLabRules(rules, 12, 9);
  ASSERT_EQ(regimes.size(), rules.size());
  for (std::size_t i = 0; i < rules.size(); ++i) {
    const std::string name = rules[i].name + ", " + rules[i].usage_name;
    ASSERT_EQ(regimes[i].size(), 4u) << name;
    const bool one_number = rules[i].ours || rules[i].usage_name == "alternated, medians" ||
                            name == "over 5 %, alternated" || name == "over 5 %, sequential";
    EXPECT_EQ(HoldsInAll(regimes[i]), one_number) << name;
  }
}

TEST(LabRegimes, EachViceHasItsVictims) {
  Rates rates = Simulated();
  EXPECT_GT(rates["nanobench, one process"]["layout-heavy"].share, 0.5);
  EXPECT_LT(rates["nanobench, one process"]["quiet"].share, 0.08);
  EXPECT_GT(rates["benchstat, sequential, medians"]["drift"].share, 0.5);
  EXPECT_GT(rates["benchstat, sequential, rounds"]["quiet"].share, 0.2);
  EXPECT_EQ(rates["compare.py, alternated, rounds"]["quiet"].found,
            rates["benchstat, alternated, rounds"]["quiet"].found);
  EXPECT_EQ(rates["firstbyte, paired"]["drift"].windows, 500);
}

}  // namespace
}  // namespace firstbyte::report
