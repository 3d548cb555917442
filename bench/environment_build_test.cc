// SPDX-License-Identifier: GPL-2.0-or-later
#include "bench/environment_build.h"

#include <gtest/gtest.h>

namespace firstbyte::bench {
namespace {

TEST(BuildChecks, AReleaseBuildIsFine) {
  const Checks checks = BuildChecks({.compiler = "GCC 12.2.0"});
  EXPECT_EQ(checks[0].value, "GCC 12.2.0");
  EXPECT_EQ(checks[1].value, "optimised");
  EXPECT_EQ(checks[1].verdict, "ok");
}

TEST(BuildChecks, AnythingElseIsAWarning) {
  const Checks debug = BuildChecks({.compiler = "x", .optimised = false, .assertions = true});
  EXPECT_EQ(debug[1].value, "not optimised, with assertions");
  EXPECT_EQ(debug[1].verdict, "warning");
  EXPECT_EQ(BuildChecks({.compiler = "x", .sanitised = true})[1].value, "optimised, with a sanitizer");
  EXPECT_EQ(BuildChecks({.compiler = "x", .sanitised = true})[1].verdict, "warning");
}

TEST(ThisBuild, KnowsItsCompilerAndItsMode) {
  EXPECT_FALSE(ThisBuild().compiler.empty());
#ifdef NDEBUG
  EXPECT_FALSE(ThisBuild().assertions);
#else
  EXPECT_TRUE(ThisBuild().assertions);
#endif
}

}  // namespace
}  // namespace firstbyte::bench
