// SPDX-License-Identifier: GPL-2.0-or-later
// The options of `run` and what they make: the header of a results file, which says everything about a measurement
// before its first round.
#ifndef FIRSTBYTE_CLI_RUN_OPTIONS_H_
#define FIRSTBYTE_CLI_RUN_OPTIONS_H_

#include <cstdint>
#include <optional>
#include <string>

#include "base/error.h"
#include "bench/environment.h"
#include "bench/host.h"
#include "cli/command.h"
#include "engine/catalog.h"
#include "report/results.h"

namespace firstbyte::cli {

struct RunOptions {
  int runs = 12;  // the mails' protocol has twelve runs of nine rounds,
  int rounds = 9;
  // and 30,000 operations each; a thousand are enough to see what is there, and done in a minute.
  std::int64_t ops = 1000;
  std::string engine = "zstd-1.5.4";  // or several
  std::string arms = "baseline,patched,cached,both,floor,A/A";
  std::string operations;  // empty: all that the case has
  std::string request_case = "linear";
  std::optional<int> fragments;  // of the case scattered; 2 if nothing is said
  int level = 3;
  std::int64_t bytes = 4096;
  std::string corpus = "mixed";
  int pages = 64;
  std::string page_file;
  std::uint64_t corpus_seed = 1;      // the same pages for everybody
  std::optional<std::uint64_t> seed;  // of the placement; nothing said: drawn, so that a repetition is placed anew
  std::optional<int> cpu;
};

// Checks the options and makes the header: arms, protocol, pages and their digest, engines, environment. `started` is
// UTC, ISO 8601.
Result<report::Results> MakeHeader(const RunOptions& options, const bench::Host& host, const engine::Catalog& catalog,
                                   const std::string& started);

// Whether a measurement that was begun with `header` can go on here: same machine and kernel, same build of this
// program, its CPU still allowed. Engines and pages are checked by the process that measures. Returns the conditions as
// they are now, which may have changed.
Result<bench::Environment> CheckResumable(const report::Results& header, const bench::Host& host);

}  // namespace firstbyte::cli

#endif  // FIRSTBYTE_CLI_RUN_OPTIONS_H_
