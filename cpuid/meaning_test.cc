// SPDX-License-Identifier: GPL-2.0-or-later
// The rows about CPUID of the table in docs/counters.md.
#include "cpuid/meaning.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace firstbyte::cpuid {
namespace {

using ::testing::StartsWith;

TEST(MeaningOf, BareMetal) {
  EXPECT_THAT(MeaningOf(Trapped::kNative, {}), StartsWith("CPUID not trapped: native cost only; what-if available"));
}

TEST(MeaningOf, AHypervisorThatLetsItThrough) {
  EXPECT_EQ(MeaningOf(Trapped::kNative, {.hypervisor = true}),
            "hypervisor present, CPUID not intercepted or answered in-guest");
}

TEST(MeaningOf, AGuestWhoseMemoryIsEncrypted) {
  for (const Trapped trapped : {Trapped::kTrapped, Trapped::kNative, Trapped::kUnclear}) {
    EXPECT_THAT(MeaningOf(trapped, {.hypervisor = true, .confidential = true}),
                StartsWith("CPUID handled by #VC/#VE; host counts will not match"));
  }
}

TEST(MeaningOf, AnExitOfAHypervisorNeedsNoWord) {
  EXPECT_EQ(MeaningOf(Trapped::kTrapped, {.hypervisor = true}), "");
  EXPECT_EQ(MeaningOf(Trapped::kUnclear, {}), "");
}

TEST(MeaningOf, AHypervisorThatHides) {
  EXPECT_EQ(MeaningOf(Trapped::kTrapped, {}), "CPUID traps, though no hypervisor shows itself");
}

}  // namespace
}  // namespace firstbyte::cpuid
