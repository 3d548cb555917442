// SPDX-License-Identifier: GPL-2.0-or-later
// A method is believed only where it counts a known program right: emulated CPUIDs and stepping over them have been
// wrong in virtual machines.
#ifndef FIRSTBYTE_CPUID_SELF_TEST_H_
#define FIRSTBYTE_CPUID_SELF_TEST_H_

#include <string>

#include "base/error.h"
#include "cpuid/tracer.h"

namespace firstbyte::cpuid {

// `program` is cpuid/self_test_program of this build: five CPUIDs back to back, of a leaf that nobody else asks for,
// and an exit status that tells whether the instruction behind each was executed.
Result<void> SelfTest(const std::string& program, TraceMethod method);

// Whether a trace of that program found what it executes, and left it alone.
Result<void> JudgeSelfTest(const TraceResult& result);

}  // namespace firstbyte::cpuid

#endif  // FIRSTBYTE_CPUID_SELF_TEST_H_
