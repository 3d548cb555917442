// SPDX-License-Identifier: GPL-2.0-or-later
// How results are shown: the options that `run` and `report` have in common.
#ifndef FIRSTBYTE_CLI_OUTPUT_H_
#define FIRSTBYTE_CLI_OUTPUT_H_

#include <CLI/App.hpp>
#include <string>
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
Result<void> CheckOutput(const std::string& path);

// Writes what a command prints to `path` instead, replacing what is there, but never a measurement: results and
// journals are refused by what they hold, a usage error.
Result<void> WriteOutput(const std::string& path, const std::string& text);

}  // namespace firstbyte::cli

#endif  // FIRSTBYTE_CLI_OUTPUT_H_
