// SPDX-License-Identifier: GPL-2.0-or-later
// What `run`, and in part `calibrate`, does with a measurement, however it came to it (begun, resumed, extended): says
// the conditions, carries it out, writes the results and prints them. Nothing that was measured is lost: every error
// says where the rounds are.
#ifndef FIRSTBYTE_CLI_RUN_SESSION_H_
#define FIRSTBYTE_CLI_RUN_SESSION_H_

#include <string>

#include "base/error.h"
#include "bench/environment.h"
#include "bench/environment_check.h"
#include "bench/journal.h"
#include "cli/command.h"
#include "cli/output.h"
#include "report/results.h"

namespace firstbyte::cli {

// "firstbyte-20261130T190632Z.json".
std::string DefaultResultsPath();

// A results file or calibration names its journal, a journal its file: of either, that file.
std::string ResultsPathOf(const std::string& path);

// A usage error where something of that name is there: "results" (`what`) are never overwritten.
Result<void> CheckFree(const std::string& path, const std::string& what = "results");

// Of a new measurement: the path that `--out` says (nothing: the default), free and no name of a journal.
Result<std::string> NewResultsPath(const std::string& out, const std::string& what = "results");

// Whether every round is measured, and only the results are to be written.
bool IsComplete(const report::Results& results);

// As cli/conditions.h does; what the tables explain of the counters is left to them.
void PrintConditions(const bench::Environment& environment, const bench::Checks& changed, const OutputOptions& output);

// Writes the document of everything that was measured; only after that a journal may go. A kill between the two leaves
// both, so that the same document may be there already; another is never overwritten.
Result<void> WriteMeasured(const std::string& path, const std::string& json, const std::string& resume_command);

// Measures what the results still lack, writes them to `path`, removes the journal and prints the tables.
Result<void> CarryOut(report::Results results, bench::Journal& journal, const bench::Checks& changed,
                      const Paths& paths, const std::string& path, const OutputOptions& output);

}  // namespace firstbyte::cli

#endif  // FIRSTBYTE_CLI_RUN_SESSION_H_
