// SPDX-License-Identifier: GPL-2.0-or-later
// With kernels that the test makes up: what is asked of them, what comes of their answers, and that nothing is left
// behind. uprobes_agree_test.cc has the real one.
#include "cpuid/trace_uprobes.h"

#include <fmt/core.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <csignal>
#include <nlohmann/json.hpp>
#include <string>

#include "cpuid/self_test.h"
#include "cpuid/trace_format.h"
#include "cpuid/trace_uprobes_testing.h"

namespace firstbyte::cpuid {
namespace {

using ::testing::Contains;
using ::testing::HasSubstr;

constexpr char kSelfTestProgram[] = "cpuid/self_test_program";  // five CPUIDs
constexpr char kProgram[] = "cpuid/testdata/executes_cpuid_static";

std::string Hex(std::uint64_t number) { return fmt::format("{:#x}", number); }

TEST(TraceByUprobes, CountsEachSite) {
  FakeKernel kernel(5);
  const auto result = TraceByUprobes({kSelfTestProgram}, {}, kernel.Get());
  ASSERT_TRUE(result) << result.error().message;
  EXPECT_EQ(result->method, "uprobes");
  EXPECT_EQ(result->sites.size(), 5U);
  EXPECT_EQ(result->total(), 5);
  EXPECT_EQ(result->exit_status, 0);
  for (const auto& [key, site] : result->sites) {
    EXPECT_FALSE(key.leaf_known);
    EXPECT_EQ(site.any_time, 1);
    EXPECT_THAT(site.symbol, HasSubstr("_start+"));
  }
  EXPECT_THAT(result->notes, Contains("The leaves could not be sampled (perf_event_open: Operation not supported)."));
  EXPECT_THAT(result->notes, Contains("Of 5 CPUIDs the leaf was not seen."));
  EXPECT_TRUE(JudgeSelfTest(*result));
  EXPECT_EQ(kernel.opened(), 5);
  EXPECT_TRUE(kernel.open_descriptors().empty());
}

TEST(TraceByUprobes, DefinesAtFileOffsetsAndTakesItsOwnAwayAgain) {
  FakeKernel kernel(5);
  const auto result = TraceByUprobes({kSelfTestProgram}, {}, kernel.Get());
  ASSERT_TRUE(result) << result.error().message;
  std::string defined = "p:somebody/else /bin/sh:0x10\n";
  std::string removed;
  int i = 0;
  for (const auto& [key, site] : result->sites) {
    const std::string name = fmt::format("{}/cpuid_{}", kUprobeTestGroup, i++);
    defined += "p:" + name + " " + key.object + ":" + Hex(key.offset) + "\n";
    removed += "-:" + name + "\n";
  }
  EXPECT_EQ(kernel.List(), defined + removed);
}

TEST(TraceByUprobes, SitesThatWereNotExecutedAreNoResult) {
  FakeKernel kernel(5);
  kernel.count = 0;
  const auto result = TraceByUprobes({kSelfTestProgram}, {}, kernel.Get());
  ASSERT_TRUE(result);
  EXPECT_TRUE(result->sites.empty());
}

TEST(SelfTest, RefusesAMethodThatMiscounts) {
  FakeKernel kernel(5);
  kernel.count = 2;
  const auto verdict = JudgeSelfTest(TraceByUprobes({kSelfTestProgram}, {}, kernel.Get()).value());
  ASSERT_FALSE(verdict);
  EXPECT_EQ(verdict.error().code, ExitCode::kInvalid);
  EXPECT_EQ(
      verdict.error().message,
      "Tracing by uprobes does not work here: of 5 CPUIDs of a known program it saw 10, and the program ended with "
      "status 0.");
}

TEST(SelfTest, RefusesAMethodThatKillsTheProgram) {
  FakeKernel kernel(5);
  TraceResult result = TraceByUprobes({kSelfTestProgram}, {}, kernel.Get()).value();
  result.exit_status = 128 + SIGSEGV;
  EXPECT_THAT(JudgeSelfTest(result).error().message, HasSubstr("ended with status 139"));
}

TEST(TraceByUprobes, NotesWhenASignalMayBeItsOwnDoing) {
  FakeKernel kernel(100);
  const auto aborted = TraceByUprobes({kProgram, "abort"}, {}, kernel.Get());
  ASSERT_TRUE(aborted) << aborted.error().message;
  EXPECT_EQ(aborted->signal, SIGABRT);
  EXPECT_EQ(aborted->exit_status, 128 + SIGABRT);
  EXPECT_THAT(aborted->notes, ::testing::Not(Contains(HasSubstr("have killed"))));
  FakeKernel other(100);
  const auto killed = TraceByUprobes({"/bin/sh", "-c", "kill -SEGV $$"}, {}, other.Get());
  ASSERT_TRUE(killed) << killed.error().message;
  EXPECT_EQ(killed->signal, SIGSEGV);
  EXPECT_THAT(killed->notes, Contains(HasSubstr("Uprobes on CPUID have killed")));
}

TEST(TraceFormat, WhatUprobesDoNotSeeIsNull) {
  FakeKernel kernel(5);
  const TraceResult result = TraceByUprobes({kSelfTestProgram}, {}, kernel.Get()).value();
  const auto json = nlohmann::json::parse(TraceJson(result, std::nullopt));
  EXPECT_EQ(json["total"], 5);
  EXPECT_EQ(json["method"], "uprobes");
  EXPECT_TRUE(json["processes"].is_null() && json["threads"].is_null());
  for (const auto& site : json["sites"]) {
    EXPECT_EQ(site["count"], 1);
    EXPECT_TRUE(site["leaf"].is_null() && site["subleaf"].is_null());
    EXPECT_TRUE(site["before_main"].is_null() && site["after_main"].is_null());
  }
  const std::string table = TraceMarkdown(result, std::nullopt);
  EXPECT_THAT(table, HasSubstr("5 CPUIDs executed (method: uprobes).\n"));
  EXPECT_THAT(table, HasSubstr("|       1 |      ? | ?            | self_test_program _start+0xa "));
  EXPECT_THAT(table, HasSubstr("- Uprobes stood on 5 CPUIDs; files known before the start: 1. "));
}

}  // namespace
}  // namespace firstbyte::cpuid
