// SPDX-License-Identifier: GPL-2.0-or-later
// How results are shown: the options that `run` and `report` have in common.
#ifndef FIRSTBYTE_CLI_OUTPUT_H_
#define FIRSTBYTE_CLI_OUTPUT_H_

#include <CLI/App.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"
#include "report/attribution.h"
#include "report/comparison.h"
#include "report/results.h"

namespace firstbyte::cli {

struct OutputOptions {
  std::string format = "markdown";
  std::string clock = "wall";
};

struct Format {
  std::string name;
  std::string meaning;
};

// `more_formats`: beside those that both have.
void AddOutputOptions(CLI::App& command, OutputOptions& options, const std::vector<Format>& more_formats = {});

// --clock, and what it says.
void AddClockOption(CLI::App& command, std::string& clock);
report::Clock ClockOf(const std::string& clock);

// Whether stdout is read by a person; else everything but the data itself goes to stderr.
bool IsForPeople(const OutputOptions& options);

// Whether results with this header can be shown as wanted; to be asked before they are measured.
Result<void> CheckShowable(const report::Results& header, const OutputOptions& options);

// The tables as text, and what the phases of each request take where they were measured.
Result<std::string> RenderResults(const report::Results& results, const OutputOptions& options,
                                  const report::PhaseAttribution* attribution = nullptr);

// The tables, on stdout.
Result<void> ShowResults(const report::Results& results, const OutputOptions& options);

// Whether WriteOutput() can be expected to work: to be asked before what cannot be done twice. Without a path, the
// output goes to stdout and nothing has to be writable.
Result<void> CheckOutput(const std::string& path, std::string_view replaces = "");

// Writes what a command prints to `path` instead, replacing what is there, but never a measurement: they are refused by
// what they hold (cli/measurement_file.h), a usage error. Only what is of the schema `replaces` may be replaced.
Result<void> WriteOutput(const std::string& path, const std::string& text, std::string_view replaces = "");

// What an option named; empty where it named nothing.
struct NamedOutput {
  const char* option;  // "--out"
  std::string path;
};

// A usage error where an output is one of the inputs, or another output: by what the names lead to. What is no file (a
// terminal, a pipe) can be both.
Result<void> CheckApart(const std::vector<NamedOutput>& outputs, const std::vector<std::string>& inputs);

}  // namespace firstbyte::cli

#endif  // FIRSTBYTE_CLI_OUTPUT_H_
