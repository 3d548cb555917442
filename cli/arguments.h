// SPDX-License-Identifier: GPL-2.0-or-later
// What is refused on every command line before an option gets its value. The parser would take the next argument for
// the value of `--page=`, octal digits for 010, the end of the range for a number beyond it, and no value for a
// default.
#ifndef FIRSTBYTE_CLI_ARGUMENTS_H_
#define FIRSTBYTE_CLI_ARGUMENTS_H_

#include <CLI/App.hpp>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace firstbyte::cli {

// What is wrong with the arguments as they stand, if anything: an option whose value is missing, as a script writes it
// when a variable is empty. Arguments after `--` are not looked at.
std::optional<std::string> FindEmptyOption(std::span<char* const> arguments);

// The command line of `cpuid trace ... -- PROGRAM ARGUMENT...` in two: what is ours, with the program's name still in
// it, and the program as it stands. The parser would make two arguments of `[a,b]`, and refuses an empty one.
struct CommandLine {
  std::vector<char*> ours;           // all, if there is no such program
  std::vector<std::string> program;  // empty then
};
CommandLine TakeProgramOut(std::span<char* const> arguments);

// What is wrong with a number, or "": a number is decimal digits, with a sign where `is_signed`, that fit 64 bits.
std::string CheckNumber(std::string_view value, bool is_signed);

// Has every option of `command` and of the commands below it refuse an empty value, and every one that takes a number
// what is none.
void CheckValues(CLI::App& command);

}  // namespace firstbyte::cli

#endif  // FIRSTBYTE_CLI_ARGUMENTS_H_
