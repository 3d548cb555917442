// SPDX-License-Identifier: GPL-2.0-or-later
#include "cpuid/self_test.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace firstbyte::cpuid {
namespace {

using ::testing::HasSubstr;

constexpr char kProgram[] = "cpuid/self_test_program";

// Emulators have advanced the instruction pointer wrongly behind a CPUID, and stepping over one has skipped the
// instruction behind it.
TEST(SelfTest, CountsCpuidsBackToBackExactlyAndExecutesWhatIsBetween) {
  for (const TraceMethod method : {TraceMethod::kBreakpoints, TraceMethod::kSingleStep}) {
    const auto ok = SelfTest(kProgram, method);
    EXPECT_TRUE(ok) << (ok ? "" : ok.error().message);
  }
}

// Advertised is not offered: what counts is a program whose CPUIDs are known.
TEST(SelfTest, BelievesCpuidFaultingOnlyWhereItSeesTheKnownCpuids) {
  const auto ok = SelfTest(kProgram, TraceMethod::kFaulting);
  if (ok) {
    TraceOptions options;
    options.method = TraceMethod::kFaulting;
    EXPECT_GE(Trace({kProgram}, options)->total(), 5);
  } else {
    EXPECT_EQ(ok.error().code, ExitCode::kInvalid);
    EXPECT_THAT(ok.error().message,
                ::testing::AnyOf(HasSubstr("offers no CPUID faulting"), HasSubstr("does not work here: of 5 CPUIDs")));
  }
}

// A method that sees nothing: to it, the known program is like one that executes none of the known CPUIDs.
TEST(SelfTest, RefusesAMethodThatMissesCpuids) {
  const auto refused = SelfTest("/bin/true", TraceMethod::kBreakpoints);
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().code, ExitCode::kInvalid);
  EXPECT_EQ(refused.error().message,
            "Tracing by breakpoints does not work here: of 5 CPUIDs of a known program it saw 0, and the program ended "
            "with status 0.");
}

TEST(SelfTest, OfAMissingProgramIsAnError) { EXPECT_FALSE(SelfTest("/nonexistent", TraceMethod::kBreakpoints)); }

}  // namespace
}  // namespace firstbyte::cpuid
