// SPDX-License-Identifier: GPL-2.0-or-later
// The CPUIDs that one request executes, by arm and by direction, counted from outside and exactly: what the mails are
// about, and what must not grow unnoticed. A count has no noise, so it is compared with ==.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <string>
#include <string_view>
#include <vector>

#include "bench/arm.h"
#include "cpuid/tracer_testing.h"

namespace firstbyte::bench {
namespace {

constexpr int kRequests = 10;

// CPUIDs of the engine's object in a program that runs so many requests.
std::int64_t Executed(const std::string& object, const char* policy, const std::string& operation,
                      const std::string& request_case, int requests) {
  const auto result = cpuid::TraceOf(
      {"bench/testdata/runs_requests", "engine/" + object, policy, operation, request_case, std::to_string(requests)});
  EXPECT_EQ(result.exit_status, 0) << object << " " << policy << " " << operation << " " << request_case;
  return cpuid::CountOf(result, object, "");
}

// The engines of this build that users see.
std::vector<std::string> Engines() {
  static constexpr std::string_view kEnding = ".cached.so";
  std::vector<std::string> names;
  for (const auto& entry : std::filesystem::directory_iterator("engine")) {
    const std::string file = entry.path().filename();
    if (file.ends_with(kEnding)) names.push_back(file.substr(0, file.size() - kEnding.size()));
  }
  EXPECT_FALSE(names.empty());
  return names;
}

// Loading the engine and making a context once cost CPUIDs, too, whatever follows.
double PerRequest(const std::string& object, const char* policy, const std::string& operation,
                  const std::string& request_case) {
  const std::int64_t none = Executed(object, policy, operation, request_case, 0);
  return static_cast<double>(Executed(object, policy, operation, request_case, kRequests) - none) / kRequests;
}

struct Expected {
  const char* arm;
  double one_shot;
  double streaming;
};

class TracedRequests : public ::testing::TestWithParam<Expected> {};

TEST_P(TracedRequests, ExecuteExactlyTheKnownNumberInEachDirection) {
  const Expected& expected = GetParam();
  const auto kinds = ArmKinds();
  const auto kind =
      std::find_if(kinds.begin(), kinds.end(), [&](const ArmKind& k) { return k.name == std::string(expected.arm); });
  ASSERT_NE(kind, kinds.end());
  const char* const policy = PolicyName(kind->policy);
  for (const std::string& engine : Engines()) {
    const std::string object = engine + "." + kind->probe + ".so";
    EXPECT_EQ(PerRequest(object, policy, "compress", "linear"), expected.one_shot) << engine;
    EXPECT_EQ(PerRequest(object, policy, "decompress", "linear"), expected.one_shot) << engine;
    EXPECT_EQ(PerRequest(object, policy, "compress", "scattered"), expected.streaming) << engine;
    EXPECT_EQ(PerRequest(object, policy, "decompress", "scattered"), expected.streaming) << engine;
  }
}

INSTANTIATE_TEST_SUITE_P(Arms, TracedRequests,
                         ::testing::Values(Expected{"baseline", 4, 2}, Expected{"patched", 2, 2},
                                           Expected{"cached", 0, 0}, Expected{"both", 0, 0}, Expected{"floor", 0, 0}),
                         [](const auto& param_info) { return std::string(param_info.param.arm); });

TEST(TracedRequests, OfAReusedContextExecuteNoneEvenIfTheProbeIsLive) {
  for (const std::string& engine : Engines()) {
    for (const char* operation : {"compress", "decompress"})
      EXPECT_EQ(PerRequest(engine + ".live.so", "reuse", operation, "linear"), 0) << engine << " " << operation;
  }
}

// The cached probe executes its own when the engine is loaded, not at the first request.
TEST(TracedRequests, OfTheCachedProbeExecuteOnlyThoseOfLoadingTheEngine) {
  for (const std::string& engine : Engines()) {
    EXPECT_EQ(Executed(engine + ".cached.so", "eager", "compress", "linear", 0), 3) << engine;
    EXPECT_EQ(Executed(engine + ".cached.so", "eager", "compress", "linear", 1), 3) << engine;
  }
}

bool HasBmi2() {
  std::ifstream cpuinfo("/proc/cpuinfo");
  for (std::string word; cpuinfo >> word;) {
    if (word == "bmi2") return true;
  }
  return false;
}

// -mbmi2 removes zstd 1.5.4's probe from decompression and leaves that of compression, though the source looks alike.
TEST(TracedRequests, OfABuildForBmi2ExecuteNoneInDecompressionOnly) {
  if (!HasBmi2()) GTEST_SKIP() << "this CPU cannot run a build for BMI2";
  EXPECT_EQ(PerRequest("zstd-1.5.4.for-bmi2.so", "eager", "compress", "linear"), 4);
  EXPECT_EQ(PerRequest("zstd-1.5.4.for-bmi2.so", "eager", "decompress", "linear"), 0);
}

}  // namespace
}  // namespace firstbyte::bench
