// SPDX-License-Identifier: GPL-2.0-or-later
// Programs whose CPUIDs are known by other means, counted exactly.
#include <gtest/gtest.h>

#include <string>

#include "cpuid/libcpuid_adapter.h"
#include "cpuid/tracer_testing.h"

namespace firstbyte::cpuid {
namespace {

// The libraries of Debian 12; others have other counts.
constexpr char kZstd[] = "libzstd.so.1.5.4";
constexpr char kLibcpuid[] = "libcpuid.so.16.0.2";

bool Loads(const TraceResult& result, const std::string& object) { return SitesOf(result, object) > 0; }

TEST(TraceOracle, OneRawReadingOfLibcpuidExecutes88) {
  const TraceResult result = TraceOf({"cpuid/testdata/libcpuid_raw"});
  EXPECT_EQ(result.exit_status, 0);
  if (!Loads(result, kLibcpuid)) GTEST_SKIP() << "another libcpuid than " << kLibcpuid;
  EXPECT_EQ(CountOf(result, kLibcpuid, ""), kLibcpuidCpuids);
}

// Counted from outside, not by zstd's source, which asks for three: the one-shot functions make and forget a context
// each time.
TEST(TraceOracle, StockZstdExecutesTwoPerOneShotCompressionAndTwoPerDecompression) {
  const TraceResult result = TraceOf({"cpuid/testdata/zstd_one_shot"});
  EXPECT_EQ(result.exit_status, 0);
  if (!Loads(result, kZstd)) GTEST_SKIP() << "another zstd than " << kZstd;
  EXPECT_EQ(CountOf(result, kZstd, ""), 400);
  EXPECT_EQ(SitesOf(result, kZstd), 4);
  for (const auto& [key, site] : result.sites) {
    if (key.object.find(kZstd) == std::string::npos) continue;
    EXPECT_EQ(site.after_main, 100) << site.symbol;
    EXPECT_EQ(site.before_main, 0) << site.symbol;
    EXPECT_TRUE(key.leaf == 0 || key.leaf == 7) << key.leaf;
  }
}

class StaticInit : public ::testing::TestWithParam<const char*> {};

TEST_P(StaticInit, OfStockZstdExecutesTwo) {
  const TraceResult result = TraceOf({"cpuid/testdata/zstd_static_init", GetParam()});
  EXPECT_EQ(result.exit_status, 0);
  if (!Loads(result, kZstd)) GTEST_SKIP() << "another zstd than " << kZstd;
  EXPECT_EQ(CountOf(result, kZstd, ""), 10 * 2);
  EXPECT_EQ(SitesOf(result, kZstd), 2);
}

INSTANTIATE_TEST_SUITE_P(TraceOracle, StaticInit, ::testing::Values("cctx", "cstream", "dctx", "dstream"));

}  // namespace
}  // namespace firstbyte::cpuid
