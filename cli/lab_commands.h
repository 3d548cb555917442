// SPDX-License-Identifier: GPL-2.0-or-later
// The commands below `lab`, one file each.
#ifndef FIRSTBYTE_CLI_LAB_COMMANDS_H_
#define FIRSTBYTE_CLI_LAB_COMMANDS_H_

#include "cli/command.h"

namespace firstbyte::cli {

void AddLabRecordCommand(CLI::App& lab, const Paths& paths, Action& action);
void AddLabReplayCommand(CLI::App& lab, Action& action);
// The process that `lab record` starts; not for people.
void AddLabWorkerCommand(CLI::App& lab, const Paths& paths, Action& action);

}  // namespace firstbyte::cli

#endif  // FIRSTBYTE_CLI_LAB_COMMANDS_H_
