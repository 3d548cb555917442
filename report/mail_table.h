// SPDX-License-Identifier: GPL-2.0-or-later
// The plain-text table of the kernel mails (seed: the cover letter of "crypto: zstd - avoid initializing the workspace
// twice"), to the column:
//
//                   baseline    patched     delta
//   bare metal
//     compress      52,283 ns   51,038 ns   1,245 ns   2.4%
//
// This file only lays out cells that are text already; columns are as wide as in the mails and grow where a cell does
// not fit.
#ifndef FIRSTBYTE_REPORT_MAIL_TABLE_H_
#define FIRSTBYTE_REPORT_MAIL_TABLE_H_

#include <string>
#include <vector>

namespace firstbyte::report {

struct MailRow {
  std::string name;      // "compress"
  std::string baseline;  // "52,283 ns"
  std::string arm;
  std::string delta;    // may be empty: the column stays blank
  std::string percent;  // "2.4%"
  std::string note;     // printed behind the row; usually empty
};

struct MailGroup {
  std::string label;  // "bare metal"
  std::vector<MailRow> rows;
};

struct MailTable {
  std::string baseline = "baseline";  // headings
  std::string arm = "patched";
  std::string delta = "delta";
  std::vector<MailGroup> groups;
};

// Lines end in "\n" and have no trailing spaces.
std::string LayMailTable(const MailTable& table);

}  // namespace firstbyte::report

#endif  // FIRSTBYTE_REPORT_MAIL_TABLE_H_
