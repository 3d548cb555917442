// SPDX-License-Identifier: GPL-2.0-or-later
#include "bench/environment_check.h"

#include <gtest/gtest.h>

namespace firstbyte::bench {
namespace {

TEST(EnvironmentCheck, EachConstructorHasItsVerdict) {
  EXPECT_EQ(Ok("governor", "performance").verdict, "ok");
  EXPECT_EQ(Ok("governor", "performance").reason, "");
  EXPECT_EQ(Warning("governor", "powersave", "Slow.").verdict, "warning");
  EXPECT_EQ(NotApplicable("governor", "unknown", "Guest.").verdict, "not applicable");
}

TEST(EnvironmentCheck, WhatCannotBeReadNamesTheFile) {
  const auto check = Unreadable("ASLR", "/proc/x");
  EXPECT_EQ(check.value, "unknown");
  EXPECT_EQ(check.verdict, "not applicable");
  EXPECT_EQ(check.reason, "/proc/x is missing or cannot be understood.");
}

TEST(EnvironmentCheck, ForeignBytesDoNotGetThrough) {
  EXPECT_EQ(Ok("cpu model", "A\x1b[0m").value, "A\\x1b[0m");
  EXPECT_EQ(Warning("x", "v", "\xff.").reason, "\\xff.");
}

TEST(EnvironmentCheck, AnEmptyValueIsUnknown) { EXPECT_EQ(Ok("cpu model", "").value, "unknown"); }

}  // namespace
}  // namespace firstbyte::bench
