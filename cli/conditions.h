// SPDX-License-Identifier: GPL-2.0-or-later
// The conditions of a measurement, as every command that measures says them before it begins.
#ifndef FIRSTBYTE_CLI_CONDITIONS_H_
#define FIRSTBYTE_CLI_CONDITIONS_H_

#include <string>

#include "bench/environment.h"
#include "bench/environment_check.h"

namespace firstbyte::cli {

// On stdout where the output is for people, else on stderr. `changed`: since the measurement was begun, by name;
// `explained_below`: the check whose explanation the output itself has.
void PrintConditions(const bench::Environment& environment, const bench::Checks& changed, bool for_people,
                     const std::string& explained_below = "");

}  // namespace firstbyte::cli

#endif  // FIRSTBYTE_CLI_CONDITIONS_H_
