// SPDX-License-Identifier: GPL-2.0-or-later
// What `firstbyte phases --format=json` wrote, read again: its conditions and every estimate, from which all else in
// the document is computed (report/phase_summary.h, report/attribution.h). What it says about itself beyond that is
// ignored. Errors are those of report/results_file.h: a usage error for a file that cannot be read, invalid for one
// that cannot be trusted.
#ifndef FIRSTBYTE_REPORT_PHASES_FILE_H_
#define FIRSTBYTE_REPORT_PHASES_FILE_H_

#include <string>
#include <string_view>

#include "base/error.h"
#include "report/phase_results.h"
#include "report/results.h"

namespace firstbyte::report {

Result<PhaseResults> ReadPhasesFile(const std::string& path);

// The same for a text that is in memory already.
Result<PhaseResults> ParsePhases(std::string_view text, std::string_view file_name);

// Whether phases and results may stand in one table, or phases beside a profile whose header `results` is: of one
// machine, version, engine, level and kind of request. The error is one sentence that says what differs.
Result<void> CheckSameSubject(const PhaseResults& phases, const Results& results);

}  // namespace firstbyte::report

#endif  // FIRSTBYTE_REPORT_PHASES_FILE_H_
