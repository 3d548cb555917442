// SPDX-License-Identifier: GPL-2.0-or-later
// Asks Google Benchmark's own compare.py about the windows of a recording: another program's verdicts, not ours of what
// it would say.
#ifndef FIRSTBYTE_CLI_COMPARE_PY_H_
#define FIRSTBYTE_CLI_COMPARE_PY_H_

#include <string>
#include <vector>

#include "report/lab_export.h"
#include "report/lab_scores.h"
#include "report/lab_windows.h"

namespace firstbyte::cli {

// Where Debian's package libbenchmark-tools puts it.
inline constexpr char kDebianComparePy[] = "/usr/share/benchmark/compare.py";

// One call for each pair, with files in a directory of its own below TMPDIR or /tmp. What goes wrong is the reason in
// `not_measured`; nothing is left out silently.
report::LabOutside AskComparePy(const std::string& compare_py, const std::vector<report::LabFilePair>& pairs,
                                const report::LabWindows& windows, report::Clock clock);

}  // namespace firstbyte::cli

#endif  // FIRSTBYTE_CLI_COMPARE_PY_H_
