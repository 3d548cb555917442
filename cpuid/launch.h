// SPDX-License-Identifier: GPL-2.0-or-later
// Starts a program so that it is traced from its first instruction.
#ifndef FIRSTBYTE_CPUID_LAUNCH_H_
#define FIRSTBYTE_CPUID_LAUNCH_H_

#include <sys/types.h>

#include <string>
#include <vector>

#include "base/error.h"

namespace firstbyte::cpuid {

// The process exists, is seized with options that follow children and threads and kill everything with the tracer, and
// is executing its program: the stop that waits to be fetched is that of its exec. `filter`: have it tell of mapped
// code (exec_filter.h). A program that cannot be executed is a usage error; ptrace that is forbidden is an invalid
// environment and says what to change.
Result<pid_t> LaunchTraced(const std::vector<std::string>& command, bool filter);

}  // namespace firstbyte::cpuid

#endif  // FIRSTBYTE_CPUID_LAUNCH_H_
