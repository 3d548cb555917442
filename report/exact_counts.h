// SPDX-License-Identifier: GPL-2.0-or-later
// What `firstbyte count` counted, in memory and as a document `firstbyte-counts/1` (docs/count.md): per request and per
// phase the executed CPUIDs, instructions and bytes written, and compressed sizes per kind of pages. All of them are
// exact: the same program gives the same numbers, on any machine. Means over the requests of a row, unrounded. What
// could not be counted is null, and `not_measured` says why.
#ifndef FIRSTBYTE_REPORT_EXACT_COUNTS_H_
#define FIRSTBYTE_REPORT_EXACT_COUNTS_H_

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"

namespace firstbyte::report {

inline constexpr char kCountsSchema[] = "firstbyte-counts/1";

struct ExactCells {
  std::optional<double> cpuids;
  std::optional<double> instructions;   // each iteration of a repeated string instruction is one
  std::optional<double> bytes_cleared;  // by memset and by rep stos
  std::optional<double> bytes_stored;   // by all instructions
};

struct ExactRow {
  std::string engine;
  std::string arm;
  std::string operation;
  std::optional<std::int64_t> requests;  // one per page that the operation has
  ExactCells cells;                      // per request
};

struct ExactPhase {
  std::string engine;
  std::string probe;
  std::string phase;
  ExactCells cells;  // per execution of the phase
};

struct CompressedSize {
  std::string engine;
  std::string pages;  // "text"
  std::int64_t count = 0;
  std::int64_t bytes = 0;  // of all of them compressed, each alone
};

// What must be the same for counts to compare, and, for people, where the source came from.
struct ExactEngine {
  std::string name;
  std::string version;
  std::string compiler;
  std::string flags;
  std::string source;
  std::string source_sha256;
};

struct ExactCounts {
  std::string tool_version;
  std::string counter;  // "qemu-x86_64 version 7.2.22 (Debian ...)"; empty where there is none
  std::string control;  // what was added to each request on purpose; "none"
  std::string pages;    // in words
  std::string pages_sha256;
  std::optional<std::string> not_measured;
  std::vector<ExactEngine> engines;  // the first is the reference of the others
  std::vector<ExactRow> rows;
  std::vector<ExactPhase> phases;
  std::map<std::string, std::string> no_phases;  // engine: why it cannot be taken apart
  std::vector<CompressedSize> sizes;
};

std::string CountsJson(const ExactCounts& counts);

// Another schema, a field that is missing, an engine that is not listed, and an engine or a row that is there twice are
// invalid; a file that cannot be read is a usage error.
Result<ExactCounts> ParseCounts(std::string_view text, std::string_view file_name);
Result<ExactCounts> ReadCountsFile(const std::string& path);

}  // namespace firstbyte::report

#endif  // FIRSTBYTE_REPORT_EXACT_COUNTS_H_
