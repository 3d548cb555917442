// SPDX-License-Identifier: GPL-2.0-or-later
// The tables that the mails printed, as data: report/published/*.json holds every cell exactly as printed, with its
// source. Read at run time from a directory that the caller names. What follows from other cells is in
// report/published_check.h.
#ifndef FIRSTBYTE_REPORT_PUBLISHED_H_
#define FIRSTBYTE_REPORT_PUBLISHED_H_

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/error.h"

namespace firstbyte::report {

struct PublishedRow {
  std::string name;      // "compress"
  std::string baseline;  // cells as printed: "52,283 ns"
  std::string arm;
  std::optional<std::string> delta;  // empty where the mail prints none
  std::string percent;
  double baseline_ns = 0;  // the same as numbers
  double arm_ns = 0;
  double percent_value = 0;
};

struct PublishedGroup {
  std::string label;  // "bare metal"
  std::string setup;  // what the mail says about the machine
  std::vector<PublishedRow> rows;
};

struct PublishedTable {
  std::string subject;
  std::string author;
  std::string date;
  std::string message_id;  // or as much of it as is known
  std::string provenance;  // where in the mail the cells stand, and what is not known
  std::string method;
  std::string arm_heading;
  std::string delta_heading;
  std::string percent_means;  // "saved": positive is faster; "changed": negative is faster
  // CPUIDs that a request executes, in each column. No cell of the mail: facts of the code that it measured.
  std::int64_t baseline_cpuids = 0;
  std::int64_t arm_cpuids = 0;  // fewer: the tables are of patches that remove some
  std::vector<PublishedGroup> groups;
};

// All tables of a directory, by file name. A directory that cannot be read is a usage error, a file that is not such a
// table is invalid; both are named.
Result<std::vector<PublishedTable>> ReadPublished(const std::string& directory);

// One table; `name` is how errors call the text.
Result<PublishedTable> ParsePublished(const std::string& text, const std::string& name);

}  // namespace firstbyte::report

#endif  // FIRSTBYTE_REPORT_PUBLISHED_H_
