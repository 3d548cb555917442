// SPDX-License-Identifier: GPL-2.0-or-later
#include "report/profile_agreement.h"

#include <gtest/gtest.h>

#include "report/phase_testing.h"
#include "report/profile_testing.h"

namespace firstbyte::report {
namespace {

PhaseTable RoundTable() {
  const PhaseResults results = RoundPhases();
  return PhaseTableOf(results, Summarise(results));
}

// By phases 16,100 / 20,100 = 80.10 % and 8,100 / 12,098 = 66.95 %.
TEST(CompareWithPhases, PutsBothSharesBesideEachOther) {
  const auto agreements = CompareWithPhases(RoundProfile(), RoundTable());
  ASSERT_EQ(agreements.size(), 2u);
  EXPECT_EQ(agreements[0].arm.name, "baseline");
  EXPECT_EQ(agreements[0].samples.value, 0.8);
  EXPECT_NEAR(*agreements[0].phases, 0.80100, 1e-5);
  EXPECT_NEAR(*agreements[0].points, -0.0995, 1e-3);
  EXPECT_EQ(agreements[0].verdict, AgreementVerdict::kYes);
  EXPECT_NEAR(*agreements[1].points, -0.953, 1e-3);
  EXPECT_EQ(agreements[1].verdict, AgreementVerdict::kYes);
}

TEST(CompareWithPhases, AgreesWithinThreePointsEitherWay) {
  PhaseTable table = RoundTable();
  table.dose_ns.clear();
  RequestCosts& costs = table.requests.at({"live", "decompress"});
  const auto verdict = [&](double share) {
    costs.baseline_ns = 4 * costs.cpuid_ns / share;
    return CompareWithPhases(RoundProfile(), table)[0].verdict;
  };
  EXPECT_EQ(verdict(0.771), AgreementVerdict::kYes);
  EXPECT_EQ(verdict(0.829), AgreementVerdict::kYes);
  // The interval is 77.4 to 82.4 %.
  EXPECT_EQ(verdict(0.769), AgreementVerdict::kUnclear);
  EXPECT_EQ(verdict(0.831), AgreementVerdict::kUnclear);
  EXPECT_EQ(verdict(0.743), AgreementVerdict::kNo);
  EXPECT_EQ(verdict(0.855), AgreementVerdict::kNo);
}

TEST(CompareWithPhases, SaysNothingOfWhatThePhasesDoNotHave) {
  ProfileResults profile = RoundProfile();
  profile.arms[1].arm.policy = "reuse";
  profile.arms[0].stacks.clear();
  for (const Agreement& agreement : CompareWithPhases(profile, RoundTable())) {
    EXPECT_FALSE(agreement.points);
    EXPECT_EQ(agreement.verdict, AgreementVerdict::kNone);
  }
}

}  // namespace
}  // namespace firstbyte::report
