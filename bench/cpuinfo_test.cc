// SPDX-License-Identifier: GPL-2.0-or-later
#include "bench/cpuinfo.h"

#include <gtest/gtest.h>

#include "bench/fake_host.h"

namespace firstbyte::bench {
namespace {

constexpr char kTwoKinds[] =
    "processor\t: 0\nmodel name\t: Big\nflags\t\t: fpu tsc\n\n"
    "processor\t: 1\nmodel name\t: Small: one\nflags\t\t: fpu hypervisor tsc\nempty\t:\n\n";

CpuInfo Parsed(std::string_view text, int cpu) { return CpuInfo(FakeHost().Write("/proc/cpuinfo", text).Get(), cpu); }

TEST(CpuInfo, FieldsAreThoseOfTheCpuThatIsAskedFor) {
  EXPECT_EQ(Parsed(kTwoKinds, 0).Field("model name"), "Big");
  EXPECT_EQ(Parsed(kTwoKinds, 1).Field("model name"), "Small: one");
}

TEST(CpuInfo, AnUnknownCpuGetsTheFieldsOfTheFirst) {
  EXPECT_EQ(Parsed(kTwoKinds, 9).Field("model name"), "Big");
  EXPECT_EQ(Parsed(kTwoKinds, -1).Field("model name"), "Big");
}

TEST(CpuInfo, FlagsAreWholeWords) {
  EXPECT_EQ(Parsed(kTwoKinds, 1).Flag("hypervisor"), true);
  EXPECT_EQ(Parsed(kTwoKinds, 0).Flag("hypervisor"), false);
  EXPECT_EQ(Parsed(kTwoKinds, 1).Flag("hyper"), false);
}

TEST(CpuInfo, WhatIsMissingOrEmptyIsNothing) {
  EXPECT_EQ(Parsed(kTwoKinds, 1).Field("empty"), std::nullopt);
  EXPECT_EQ(Parsed(kTwoKinds, 1).Field("stepping"), std::nullopt);
  const CpuInfo none(FakeHost().Get(), 0);
  EXPECT_TRUE(none.empty());
  EXPECT_EQ(none.Flag("hypervisor"), std::nullopt);
}

TEST(CpuInfo, LinesWithoutAColonArePassedOver) {
  EXPECT_EQ(Parsed("garbage\nmodel name: A\n", 0).Field("model name"), "A");
}

}  // namespace
}  // namespace firstbyte::bench
