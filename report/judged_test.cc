// SPDX-License-Identifier: GPL-2.0-or-later
#include "report/judged.h"

#include <gtest/gtest.h>

#include <optional>

#include "report/gate_testing.h"

namespace firstbyte::report {
namespace {

using enum GateVerdict;

Judged Of(std::optional<GateVerdict> times, std::optional<GateVerdict> exact) {
  Judged judged;
  if (times) {
    judged.times = MixedJudgement();
    judged.times->verdict = *times;
    judged.times->sentence = "Times.";
  }
  if (exact) {
    judged.exact.emplace();
    judged.exact->verdict = *exact;
    judged.exact->sentence = "Counts.";
  }
  return judged;
}

TEST(Judged, ARegressionOfEitherIsOneWhateverBecameOfTheOther) {
  for (const GateVerdict other : {kEquivalent, kImproved, kRegressed, kInconclusive, kInvalid}) {
    EXPECT_EQ(VerdictOf(Of(kRegressed, other)), kRegressed);
    EXPECT_EQ(VerdictOf(Of(other, kRegressed)), kRegressed);
  }
}

TEST(Judged, ThenWhatCannotBeJudgedAndWhatIsOpen) {
  EXPECT_EQ(VerdictOf(Of(kInconclusive, kInvalid)), kInvalid);
  EXPECT_EQ(VerdictOf(Of(kInvalid, kEquivalent)), kInvalid);
  EXPECT_EQ(VerdictOf(Of(kInconclusive, kImproved)), kInconclusive);
  EXPECT_EQ(VerdictOf(Of(kEquivalent, kImproved)), kImproved);
  EXPECT_EQ(VerdictOf(Of(kEquivalent, kEquivalent)), kEquivalent);
}

TEST(Judged, OfOneAloneItIsThat) {
  EXPECT_EQ(VerdictOf(Of(kInconclusive, std::nullopt)), kInconclusive);
  EXPECT_EQ(VerdictOf(Of(std::nullopt, kImproved)), kImproved);
  EXPECT_EQ(VerdictOf(Judged()), kInvalid) << "nothing was judged";
}

TEST(Judged, TheSentenceIsOfThePartThatHasTheVerdict) {
  EXPECT_EQ(SentenceOf(Of(kEquivalent, kRegressed)), "Counts.");
  EXPECT_EQ(SentenceOf(Of(kInvalid, kEquivalent)), "Times.");
  EXPECT_EQ(SentenceOf(Of(kRegressed, kRegressed)), "Times. Counts.");
}

TEST(Judged, WhereACountRoseThereIsNoNextLook) {
  EXPECT_FALSE(NextLookOf(Of(kInconclusive, kRegressed)));
  EXPECT_EQ(NextLookOf(Of(kInconclusive, kEquivalent))->runs, 24);
  EXPECT_EQ(NextLookOf(Of(kInconclusive, std::nullopt))->runs, 24);
  EXPECT_FALSE(NextLookOf(Of(std::nullopt, kEquivalent)));
}

}  // namespace
}  // namespace firstbyte::report
