// SPDX-License-Identifier: GPL-2.0-or-later
// What `run` does with a measurement, however it came to it (begun, resumed, extended): says the conditions, carries it
// out, writes the results and prints them. Nothing that was measured is lost: every error says where the rounds are.
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

// A results file names its journal, a journal its results file: of either, the results file.
std::string ResultsPathOf(const std::string& path);

// A usage error where something of that name is there: results are never overwritten.
Result<void> CheckFree(const std::string& path);

// Of a new measurement: the path that `--out` says (nothing: the default), free and no name of a journal.
Result<std::string> NewResultsPath(const std::string& out);

// Whether every round is measured, and only the results are to be written.
bool IsComplete(const report::Results& results);

// `changed`: since the measurement was begun. On stdout where the output is for people, else on stderr.
void PrintConditions(const bench::Environment& environment, const bench::Checks& changed, const OutputOptions& output);

// Measures what the results still lack, writes them to `path`, removes the journal and prints the tables.
Result<void> CarryOut(report::Results results, bench::Journal& journal, const bench::Checks& changed,
                      const Paths& paths, const std::string& path, const OutputOptions& output);

}  // namespace firstbyte::cli

#endif  // FIRSTBYTE_CLI_RUN_SESSION_H_
