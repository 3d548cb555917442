// SPDX-License-Identifier: GPL-2.0-or-later
// Breakpoints and single-stepping find the same CPUIDs in node until its main(). Single-stepping through its start-up
// takes minutes, so this test is run by hand: ./bazelw test //cpuid:node_agrees_test
// house-ok: tidy: nothing builds it by custom
#include <gtest/gtest.h>

#include "cpuid/trace_uprobe_objects.h"
#include "cpuid/tracer_testing.h"

namespace firstbyte::cpuid {
namespace {

TEST(MethodsAgree, OnNodeUntilMain) {
  const auto node = FindProgram("node");
  if (!node) GTEST_SKIP() << "node is not installed";
  TraceOptions options;
  options.until_main = true;
  const TraceResult by_breakpoints = TraceOf({*node, "-e", "0"}, options);
  options.method = TraceMethod::kSingleStep;
  const TraceResult by_steps = TraceOf({*node, "-e", "0"}, options);
  EXPECT_EQ(SitesText(by_breakpoints), SitesText(by_steps));
  EXPECT_GT(by_steps.total(), 0);
}

}  // namespace
}  // namespace firstbyte::cpuid
