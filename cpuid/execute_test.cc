// SPDX-License-Identifier: GPL-2.0-or-later
// What the compiler made of the instruction: a CPUID whose results nobody reads is dropped or merged unless it is
// volatile, and one in timing code would be two exits more per sample.
#include "cpuid/execute.h"

#include <gtest/gtest.h>

#include <map>
#include <string>

#include "cpuid/scan.h"
#include "cpuid/tracer_testing.h"

namespace firstbyte::cpuid {
namespace {

constexpr char kProgram[] = "cpuid/testdata/calls_execute";

TEST(Execute, HasExactlyOneCpuidInEachBuiltFunctionAndTimingNone) {
  const auto scan = ScanFile(kProgram);
  ASSERT_TRUE(scan) << scan.error().message;
  std::map<std::string, int> sites;
  for (const Site& site : scan->sites) {
    if (site.symbol.find("firstbyte") != std::string::npos) ++sites[site.symbol.substr(0, site.symbol.find("+0x"))];
  }
  EXPECT_EQ(sites, (std::map<std::string, int>{{"_ZN9firstbyte5cpuid7ExecuteEjj", 1},
                                               {"_ZN9firstbyte5cpuid12ExecuteTimedEjj", 1},
                                               {"_ZN9firstbyte5cpuid17ExecuteBatchTimedEjjj", 1}}));
}

TEST(Execute, ExecutesWhatNobodyLooksAtExactlyAsOftenAsItCounts) {
  const TraceResult result = TraceOf({kProgram});
  EXPECT_EQ(result.exit_status, 0);
  EXPECT_EQ(CountOf(result, "calls_execute", "_ZN9firstbyte5cpuid7ExecuteEjj"), 7);
  EXPECT_EQ(CountOf(result, "calls_execute", "_ZN9firstbyte5cpuid12ExecuteTimedEjj"), 5);
  EXPECT_EQ(CountOf(result, "calls_execute", "_ZN9firstbyte5cpuid17ExecuteBatchTimedEjjj"), 12);
  EXPECT_EQ(CountOf(result, "calls_execute", "_ZN9firstbyte"), 24) << "clock readings execute none";
}

}  // namespace
}  // namespace firstbyte::cpuid
