// SPDX-License-Identifier: GPL-2.0-or-later
#include "report/policy.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <string>

namespace firstbyte::report {
namespace {

using ::testing::HasSubstr;

std::string With(const std::string& members) { return R"({"schema":"firstbyte-policy/1")" + members + "}"; }

TEST(Policy, HasDefaultsForAll) {
  const auto policy = ParsePolicy(With(""), "policy.json");
  ASSERT_TRUE(policy) << policy.error().message;
  EXPECT_EQ(PlannedRuns(*policy), "12, 24 and 48");
  EXPECT_EQ(LookAt(*policy, 24)->alpha, 0.015);
  EXPECT_FALSE(LookAt(*policy, 13));
  EXPECT_EQ(MarginOf(*policy, "compress", "patched"), 2);
  EXPECT_EQ(MarginOf(*policy, "decompress", "both"), 3);
  EXPECT_FALSE(MarginOf(*policy, "copy", "both"));
  EXPECT_EQ(policy->clock, GateClock::kAuto);
}

TEST(Policy, SaysItsOwn) {
  const auto policy = ParsePolicy(With(R"(,"looks":[{"runs":20,"alpha":0.05}],"clock":"cpu",
    "margins_percent":{"compress":1.5,"compress both":0.5},"arms":["baseline"])"),
                                  "policy.json");
  ASSERT_TRUE(policy) << policy.error().message;
  EXPECT_EQ(PlannedRuns(*policy), "20");
  EXPECT_EQ(policy->clock, GateClock::kThreadCpu);
  EXPECT_EQ(MarginOf(*policy, "compress", "both"), 0.5) << "the more special one";
  EXPECT_EQ(MarginOf(*policy, "compress", "patched"), 1.5);
  EXPECT_EQ(MarginOf(*policy, "decompress", "patched"), 3) << "the default";
  EXPECT_THAT(policy->arms, ::testing::ElementsAre("baseline"));
}

TEST(Policy, RefusesWhatWouldLeaveTheGateOpen) {
  const auto refuses = [](const std::string& text, const char* why) {
    const auto policy = ParsePolicy(text, "policy.json");
    ASSERT_FALSE(policy) << text;
    EXPECT_EQ(policy.error().code, ExitCode::kInvalid);
    EXPECT_THAT(policy.error().message, HasSubstr("policy.json"));
    EXPECT_THAT(policy.error().message, HasSubstr(why));
  };
  refuses("[]", "must be an object");
  refuses("{}", "its schema is not firstbyte-policy/1");
  refuses(R"({"schema":"firstbyte/1"})", "its schema is not");
  refuses(With(R"(,"margin_percent":{})"), "nobody knows the key \"margin_percent\"");
  refuses(With(R"(,"margins_percent":{"comprss":1})"), "\"comprss\" names neither");
  refuses(With(R"(,"margins_percent":{"compress":0})"), "margins_percent.compress must be above 0");
  refuses(With(R"(,"margins_percent":{"compress":"1"})"), "must be above 0");
  refuses(With(R"(,"margins_percent":{"compress":101})"), "at most 100");
  refuses(With(R"(,"looks":[])"), "looks must be");
  refuses(With(R"(,"looks":[{"runs":12}])"), "looks must be");
  refuses(With(R"(,"looks":[{"runs":24,"alpha":0.02},{"runs":12,"alpha":0.02}])"), "must ascend");
  refuses(With(R"(,"looks":[{"runs":12,"alpha":0}])"), "must be 0.001 at least");
  refuses(With(R"(,"looks":[{"runs":12,"alpha":0.15},{"runs":24,"alpha":0.1}])"), "spend an alpha of 0.25");
  refuses(With(R"(,"clock":"tsc")"), "clock must be");
  refuses(With(R"(,"arms":[])"), "arms must be");
  refuses(With(R"(,"arms":[1])"), "arms must be");
  refuses(With(R"(,"arms":["patched","pathced"])"), "\"pathced\" is no arm");
  refuses(With(R"(,"arms":["A/A"])"), "is no arm");
  refuses(With(R"(,"margins_percent":{"compress pathced":1})"), "names no arm");
  refuses(With(R"(,"clock":"cpu","clock":"wall")"), "twice");
}

TEST(Policy, NamesACalibrationBesideItself) {
  const std::string directory = ::testing::TempDir() + "policies";
  std::filesystem::create_directories(directory);
  const auto read = [&](const std::string& name) {
    std::ofstream(directory + "/policy.json") << With(",\"calibration\":\"" + name + "\"");
    return ReadPolicy(directory + "/policy.json");
  };
  EXPECT_EQ(read("machines/ci.json")->calibration, directory + "/machines/ci.json");
  EXPECT_EQ(read("/elsewhere/ci.json")->calibration, "/elsewhere/ci.json");
  EXPECT_EQ(Policy().calibration, "");
  const auto wrong = read("");
  ASSERT_FALSE(wrong);
  EXPECT_THAT(wrong.error().message, HasSubstr("calibration must be the name of a file"));
}

TEST(Policy, AMissingFileIsAUsageError) { EXPECT_EQ(ReadPolicy("no such file").error().code, ExitCode::kUsage); }

TEST(Policy, SaysWhetherExactCountsMustBeThere) {
  const auto read = [](const char* exact) {
    return ParsePolicy(std::string(R"({"schema":"firstbyte-policy/1","exact":)") + exact + "}", "p.json");
  };
  EXPECT_FALSE(Policy().exact_required);
  EXPECT_TRUE(read("\"required\"")->exact_required);
  EXPECT_FALSE(read("\"optional\"")->exact_required);
  const auto wrong = read("true");
  ASSERT_FALSE(wrong);
  EXPECT_EQ(wrong.error().message, "p.json: exact must be \"required\" or \"optional\".");
}

}  // namespace
}  // namespace firstbyte::report
