// SPDX-License-Identifier: GPL-2.0-or-later
// Uprobes and breakpoints find the same CPUIDs, site by site, wherever this machine lets uprobes be tried and they pass
// the self-test. Nothing is shared between the two but the list of places.
#include <gtest/gtest.h>

#include <csignal>
#include <cstdint>
#include <string>
#include <vector>

#include "cpuid/self_test.h"
#include "cpuid/tracer.h"
#include "cpuid/tracer_testing.h"

namespace firstbyte::cpuid {
namespace {

constexpr char kProgram[] = "cpuid/testdata/executes_cpuid";
constexpr char kStatic[] = "cpuid/testdata/executes_cpuid_static";

// A uprobe does not tell whether main() had been reached.
TraceResult WithoutMain(TraceResult result) {
  for (auto& [key, site] : result.sites) {
    site.any_time = site.total();
    site.before_main = site.after_main = 0;
  }
  return result;
}

class Uprobes : public ::testing::Test {
 protected:
  void SetUp() override {
    static const Result<void> works = SelfTest("cpuid/self_test_program", TraceMethod::kUprobes);
    if (!works) GTEST_SKIP() << works.error().message;
  }

  static TraceResult TraceOf(const std::vector<std::string>& command, TraceMethod method = TraceMethod::kUprobes) {
    TraceOptions options;
    options.method = method;
    return cpuid::TraceOf(command, options);
  }

  static void ExpectAgreement(const std::vector<std::string>& command) {
    const TraceResult by_uprobes = TraceOf(command);
    const TraceResult by_breakpoints = TraceOf(command, TraceMethod::kBreakpoints);
    EXPECT_EQ(SitesText(by_uprobes), SitesText(WithoutMain(by_breakpoints)));
    EXPECT_EQ(by_uprobes.exit_status, 0);
    EXPECT_GT(by_uprobes.total(), 0);
  }
};

TEST_F(Uprobes, AgreeOnAProgramAndItsLoader) { ExpectAgreement({kProgram, "plain", "25"}); }
TEST_F(Uprobes, AgreeOnThreads) { ExpectAgreement({kProgram, "threads", "200"}); }
TEST_F(Uprobes, AgreeOnChildrenThroughForkVforkAndExec) { ExpectAgreement({kProgram, "family"}); }
TEST_F(Uprobes, AgreeOnPrefixes) { ExpectAgreement({kStatic, "prefixed"}); }
TEST_F(Uprobes, AgreeOnAStaticProgram) { ExpectAgreement({kStatic, "plain", "3"}); }

TEST_F(Uprobes, LeaveTheProgramsTrapsOutputAndStatusAlone) {
  EXPECT_EQ(TraceOf({kStatic, "own-trap"}).exit_status, 0);
  EXPECT_EQ(TraceOf({kStatic, "exit", "42"}).exit_status, 42);
  EXPECT_EQ(TraceOf({kStatic, "abort"}).signal, SIGABRT);
  ::testing::internal::CaptureStdout();
  EXPECT_EQ(TraceOf({kStatic, "echo", "hello"}).exit_status, 0);
  EXPECT_EQ(::testing::internal::GetCapturedStdout(), "hello\n");
}

// As TraceOracle.StockZstdExecutesTwoPerOneShotCompressionAndTwoPerDecompression counts them.
TEST_F(Uprobes, CountStockZstdsFourHundred) {
  std::int64_t count = 0;
  int sites = 0;
  const TraceResult result = TraceOf({"cpuid/testdata/zstd_one_shot"});
  for (const auto& [key, site] : result.sites) {
    if (key.object.find("libzstd") == std::string::npos) continue;
    count += site.total();
    ++sites;
    EXPECT_EQ(site.total(), 100) << site.symbol;
  }
  EXPECT_EQ(result.exit_status, 0);
  EXPECT_EQ(sites, 4);
  EXPECT_EQ(count, 400);
}

}  // namespace
}  // namespace firstbyte::cpuid
