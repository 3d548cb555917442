// SPDX-License-Identifier: GPL-2.0-or-later
#include <CLI/App.hpp>
#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>
#include <string>
#include <vector>

#include "cli/command.h"
#include "cli/cpuid_commands.h"

namespace firstbyte::cli {

void AddCpuidCommand(CLI::App& app, const Paths& paths, const std::vector<std::string>& program, Action& action,
                     int& exit_status) {
  CLI::App* const command =
      app.add_subcommand("cpuid", "What a CPUID costs here, where programs have one, and who executes it.");
  command->require_subcommand(1);
  command->footer("Example: firstbyte cpuid trace -- zstd -c FILE");
  AddCpuidCostCommand(*command, action);
  AddCpuidIdentifyCommand(*command, action);
  AddCpuidScanCommand(*command, action, exit_status);
  AddCpuidTraceCommand(*command, paths, program, action, exit_status);
}

}  // namespace firstbyte::cli
