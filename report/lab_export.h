// SPDX-License-Identifier: GPL-2.0-or-later
// The windows of a recording for other people's tools: pairs of files, one of the references and one of the arms, with
// a benchmark per window, so that a tool is asked once for all windows of a usage and arm. Nanoseconds per request,
// unrounded. Both clocks are in both formats.
#ifndef FIRSTBYTE_REPORT_LAB_EXPORT_H_
#define FIRSTBYTE_REPORT_LAB_EXPORT_H_

#include <map>
#include <string>
#include <vector>

#include "base/error.h"
#include "report/lab_recording.h"
#include "report/lab_rules.h"
#include "report/lab_windows.h"

namespace firstbyte::report {

struct LabFilePair {
  std::string stem;  // "alternated-medians.A-A": safe as a file name
  LabUsage usage = LabUsage::kAlternated;
  LabValues values = LabValues::kRounds;
  std::string usage_name;  // "alternated, medians"
  int arm = 0;
  std::string google_old;  // Google Benchmark's JSON
  std::string google_new;
  std::string go_old;  // Go benchmark text
  std::string go_new;
};

// Of each usage and arm that compare.py is asked about.
Result<std::vector<LabFilePair>> ExportLabWindows(const LabRecording& recording);

// "Window/7", of the window's experiment.
std::string LabBenchmarkName(int experiment);

// The p values of one -d output of compare.py of so many windows, by experiment. In the version of Debian 12 a test
// with p = 0 has an empty entry: that is what the user is told, too, and no p value is made up here. An output that
// lacks windows is an error.
Result<std::map<int, double>> ReadComparePy(const std::string& json, Clock clock, std::size_t windows,
                                            const std::string& name);

// What compare.py's p values say of the windows, which give the direction.
std::vector<LabFinding> JudgeByComparePy(const std::vector<LabWindow>& windows, LabValues values,
                                         const std::map<int, double>& p);

}  // namespace firstbyte::report

#endif  // FIRSTBYTE_REPORT_LAB_EXPORT_H_
