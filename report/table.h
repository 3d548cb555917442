// SPDX-License-Identifier: GPL-2.0-or-later
// A comparison as the kernel mails print one, ready for a cover letter: one group per platform, one row per operation,
// one arm against the baseline. Results of several machines can stand in one table, since each group names its
// platform; emulated and real CPUs cannot. A delta that the 95 % interval does not separate from 0 is marked
// "unresolved" behind its row, and a failed control is said below the table.
#ifndef FIRSTBYTE_REPORT_TABLE_H_
#define FIRSTBYTE_REPORT_TABLE_H_

#include <string>
#include <vector>

#include "base/error.h"
#include "report/comparison.h"
#include "report/mail_table.h"
#include "report/results.h"

namespace firstbyte::report {

// What one group is made of. The objects must outlive the call.
struct TableSource {
  const Results* results = nullptr;
  const Comparison* comparison = nullptr;
};

// The cells of the table. A usage error if no source has the arm (the sentence lists those that there are); invalid if
// the sources mix accelerators.
Result<MailTable> MakeMailTable(const std::vector<TableSource>& sources, const std::string& arm = "patched");

// The table laid out, with what must be known before believing it; the same errors.
Result<std::string> RenderMailTable(const std::vector<TableSource>& sources, const std::string& arm = "patched");

Result<std::string> RenderMailTable(const Results& results, const Comparison& comparison,
                                    const std::string& arm = "patched");

}  // namespace firstbyte::report

#endif  // FIRSTBYTE_REPORT_TABLE_H_
