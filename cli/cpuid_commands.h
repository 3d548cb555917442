// SPDX-License-Identifier: GPL-2.0-or-later
// The commands below `cpuid`, one per file.
#ifndef FIRSTBYTE_CLI_CPUID_COMMANDS_H_
#define FIRSTBYTE_CLI_CPUID_COMMANDS_H_

#include <CLI/App.hpp>
#include <string>
#include <vector>

#include "cli/command.h"

namespace firstbyte::cli {

void AddCpuidCostCommand(CLI::App& cpuid, Action& action);
void AddCpuidIdentifyCommand(CLI::App& cpuid, Action& action);
// `exit_status` is set where a file could not be scanned: the others are shown all the same.
void AddCpuidScanCommand(CLI::App& cpuid, Action& action, int& exit_status);
// `exit_status` is set to the traced program's own. `program` is what CommandLine says.
void AddCpuidTraceCommand(CLI::App& cpuid, const Paths& paths, const std::vector<std::string>& program, Action& action,
                          int& exit_status);

}  // namespace firstbyte::cli

#endif  // FIRSTBYTE_CLI_CPUID_COMMANDS_H_
