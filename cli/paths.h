// SPDX-License-Identifier: GPL-2.0-or-later
// Finds the parts of this build that commands need.
#ifndef FIRSTBYTE_CLI_PATHS_H_
#define FIRSTBYTE_CLI_PATHS_H_

#include "base/error.h"
#include "cli/command.h"

namespace firstbyte::cli {

// Looks beside the executable, in its runfiles, and in those of a test that runs it.
Result<Paths> FindPaths();

}  // namespace firstbyte::cli

#endif  // FIRSTBYTE_CLI_PATHS_H_
