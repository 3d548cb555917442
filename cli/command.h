// SPDX-License-Identifier: GPL-2.0-or-later
// What the files of commands share. Each command is one file with one function that declares its options and says what
// to do.
#ifndef FIRSTBYTE_CLI_COMMAND_H_
#define FIRSTBYTE_CLI_COMMAND_H_

#include <CLI/App.hpp>
#include <cstdio>
#include <functional>
#include <string>
#include <vector>

#include "base/error.h"

namespace firstbyte::cli {

// Where the parts of this build lie.
struct Paths {
  std::string program;           // this executable, for starting itself
  std::string engine_directory;  // NAME.PROBE.so
  std::string published_directory;
  std::string self_test_program;  // of cpuid/self_test.h
  std::string counted_program;    // of count/count.h
  std::string counter;            // the plugin that counts; only some builds have it
  std::string plot_libraries;     // directory of cli/plot_libraries.h
};

// What the command line asks for; set by the command that was named.
using Action = std::function<Result<void>()>;

// On standard output. Where that cannot be written, the command goes on, and main.cc says so at its end: what was
// measured must not depend on who reads along.
inline void Print(const std::string& text) { (void)std::fputs(text.c_str(), stdout); }

void AddRunCommand(CLI::App& app, const Paths& paths, Action& action);
void AddReportCommand(CLI::App& app, const Paths& paths, Action& action);
void AddCompareCommand(CLI::App& app, Action& action);
// `exit_status` is what docs/gate.md says of the verdict.
void AddGateCommand(CLI::App& app, Action& action, int& exit_status);
void AddCalibrateCommand(CLI::App& app, const Paths& paths, Action& action);
void AddCountCommand(CLI::App& app, const Paths& paths, Action& action);
void AddEnvCommand(CLI::App& app, Action& action);
void AddEnginesCommand(CLI::App& app, const Paths& paths, Action& action);
void AddWhatIfCommand(CLI::App& app, const Paths& paths, Action& action);
void AddPhasesCommand(CLI::App& app, const Paths& paths, Action& action);
void AddLabCommand(CLI::App& app, const Paths& paths, Action& action);
void AddProfileCommand(CLI::App& app, const Paths& paths, Action& action);
void AddPublishedCommand(CLI::App& app, const Paths& paths, Action& action);
// `exit_status` is what the program ends with if the action succeeds: that of a program which it ran, for one.
// `program` is what CommandLine says.
void AddCpuidCommand(CLI::App& app, const Paths& paths, const std::vector<std::string>& program, Action& action,
                     int& exit_status);

// The process that `run` starts for each run; not for people.
void AddWorkerCommand(CLI::App& app, const Paths& paths, Action& action);

}  // namespace firstbyte::cli

#endif  // FIRSTBYTE_CLI_COMMAND_H_
