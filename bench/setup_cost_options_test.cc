// SPDX-License-Identifier: GPL-2.0-or-later
#include "bench/setup_cost_options.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>

namespace firstbyte::bench {
namespace {

using ::testing::ElementsAre;

TEST(SetupCostOptions, OursAreTakenAndTheLibrarysLeft) {
  std::vector<std::string> arguments = {"--benchmark_filter=Init", "--cpu=3", "--help"};
  EXPECT_EQ(TakeSetupCostOptions(arguments).value().cpu, 3);
  EXPECT_THAT(arguments, ElementsAre("--benchmark_filter=Init", "--help"));
}

TEST(SetupCostOptions, ACpuIsANumber) {
  for (const char* argument : {"--cpu=", "--cpu=x", "--cpu=1x", "--cpu=99999999999"}) {
    std::vector<std::string> arguments = {argument};
    const auto options = TakeSetupCostOptions(arguments);
    ASSERT_FALSE(options) << argument;
    EXPECT_EQ(options.error().code, ExitCode::kUsage);
    EXPECT_EQ(options.error().message, std::string(argument) + " does not name a CPU; it takes a number.");
  }
}

bool WantsJson(std::vector<std::string> arguments) { return TakeSetupCostOptions(arguments).value().json_file; }

TEST(SetupCostOptions, AFileIsJsonUnlessToldOtherwise) {
  EXPECT_FALSE(WantsJson({}));
  EXPECT_FALSE(WantsJson({"--benchmark_format=json"}));
  EXPECT_TRUE(WantsJson({"--benchmark_out=a"}));
  EXPECT_FALSE(WantsJson({"--benchmark_out="}));
  EXPECT_FALSE(WantsJson({"--benchmark_out_format=csv", "--benchmark_out=a"}));
  EXPECT_TRUE(WantsJson({"--benchmark_out_format=csv", "--benchmark_out=a", "--benchmark_out_format=json"}));
}

TEST(SetupCostOptions, TheEnvironmentIsReadAsTheLibraryReadsIt) {
  setenv("BENCHMARK_OUT", "a", 1);
  EXPECT_TRUE(WantsJson({}));
  setenv("BENCHMARK_OUT_FORMAT", "console", 1);
  EXPECT_FALSE(WantsJson({}));
  unsetenv("BENCHMARK_OUT");
  unsetenv("BENCHMARK_OUT_FORMAT");
}

}  // namespace
}  // namespace firstbyte::bench
