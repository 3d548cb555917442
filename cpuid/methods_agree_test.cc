// SPDX-License-Identifier: GPL-2.0-or-later
// Breakpoints and single-stepping find the same CPUIDs, site by site. Single-stepping knows nothing of the code, so it
// is the judge; it is also some hundred thousand stops per program, which is why this is a test of its own.
#include <gtest/gtest.h>
#include <stdlib.h>

#include <filesystem>
#include <string>
#include <vector>

#include "cpuid/tracer.h"
#include "cpuid/tracer_testing.h"

namespace firstbyte::cpuid {
namespace {

struct Case {
  const char* name;
  std::vector<std::string> command;
};

class MethodsAgree : public ::testing::TestWithParam<Case> {};

TEST_P(MethodsAgree, SiteBySite) {
  const Case& test = GetParam();
  if (test.command[0][0] == '/' && !std::filesystem::exists(test.command[0]))
    GTEST_SKIP() << test.command[0] << " is not installed";
  TraceOptions step;
  step.method = TraceMethod::kSingleStep;
  const auto by_breakpoints = Trace(test.command, {});
  const auto by_steps = Trace(test.command, step);
  ASSERT_TRUE(by_breakpoints) << by_breakpoints.error().message;
  ASSERT_TRUE(by_steps) << by_steps.error().message;
  EXPECT_EQ(SitesText(*by_breakpoints), SitesText(*by_steps));
  EXPECT_EQ(by_breakpoints->exit_status, by_steps->exit_status);
  EXPECT_GT(by_steps->total(), 0);
}

INSTANTIATE_TEST_SUITE_P(
    Programs, MethodsAgree,
    ::testing::Values(Case{"True", {"/bin/true"}},                                          //
                      Case{"Plain", {"cpuid/testdata/executes_cpuid", "plain", "7"}},       //
                      Case{"Prefixed", {"cpuid/testdata/executes_cpuid", "prefixed"}},      //
                      Case{"Threads", {"cpuid/testdata/executes_cpuid", "threads", "20"}},  //
                      Case{"Family", {"cpuid/testdata/executes_cpuid", "family"}},          //
                      Case{"Dlopen", {"cpuid/testdata/executes_cpuid", "dlopen", "cpuid/testdata/sites.so"}},
                      Case{"Jit", {"cpuid/testdata/executes_cpuid", "jit", "3"}},  //
                      Case{"OwnBreakpoint", {"cpuid/testdata/moves_code", "overwritten"}},
                      Case{"ThreadExecutes", {"cpuid/testdata/odd_process", "thread-executes"}},
                      Case{"CopiedCode", {"cpuid/testdata/moves_code", "copied-unseen"}},
                      Case{"Static", {"cpuid/testdata/executes_cpuid_static", "plain", "7"}},  //
                      Case{"ZstdCompressingAFile",
                           {"/usr/bin/zstd", "-q", "-c", "-o", "/dev/null", "-f", "cpuid/testdata/sites.S"}}),
    [](const auto& param_info) { return param_info.param.name; });

}  // namespace
}  // namespace firstbyte::cpuid
