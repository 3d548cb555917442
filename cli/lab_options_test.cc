// SPDX-License-Identifier: GPL-2.0-or-later
#include "cli/lab_options.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "cpuid/execute.h"

namespace firstbyte::cli {
namespace {

using ::testing::HasSubstr;

TEST(LabOptions, AnEffectIsAShareOrANumberOfCpuids) {
  if (!cpuid::kHaveCpuid) GTEST_SKIP() << "this architecture has no CPUID";
  const auto arms = MakeLabArms("0.5%,2cpuid").value();
  ASSERT_EQ(arms.size(), 4u);
  EXPECT_EQ(arms[0].name, "base");
  EXPECT_EQ(arms[1].name, "A/A");
  EXPECT_EQ(arms[2].name, "+0.5 %");
  EXPECT_EQ(arms[2].target_percent, 0.5);
  EXPECT_EQ(arms[3].name, "+2 CPUID");
  EXPECT_EQ(arms[3].cpuids, 2);
  EXPECT_FALSE(arms[3].target_percent);
}

TEST(LabOptions, OtherEffectsAreRefused) {
  for (const char* effect : {"1", "%", "-1%", "0%", "nan%", "200%", "cpuid", "0cpuid", "1000cpuid", "x"}) {
    const auto arms = MakeLabArms(effect);
    ASSERT_FALSE(arms) << effect;
    EXPECT_EQ(arms.error().code, ExitCode::kUsage);
    EXPECT_THAT(arms.error().message, HasSubstr("is no effect")) << effect;
  }
  EXPECT_THAT(MakeLabArms("1%,1.0%").error().message, HasSubstr("names 1.0% twice"));
}

}  // namespace
}  // namespace firstbyte::cli
