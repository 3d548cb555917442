// SPDX-License-Identifier: GPL-2.0-or-later
#include "cli/lab_commands.h"
namespace firstbyte::cli {
void AddLabReplayCommand(CLI::App&, Action&) {}
}  // namespace firstbyte::cli
