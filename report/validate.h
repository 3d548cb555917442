// SPDX-License-Identifier: GPL-2.0-or-later
// What a reader of results refuses. A number in a report is only as good as the file it came from, so a file that was
// cut, edited into nonsense or measured half must not become a table. Each refusal is ExitCode::kInvalid and one
// sentence that names the file and the place. Only complete measurements are accepted: an unfinished one lives in its
// journal until it is resumed. Unknown extra keys are accepted.
//
// Not detected: an edit that leaves plausible numbers. For that, keep files where only their tools write.
#ifndef FIRSTBYTE_REPORT_VALIDATE_H_
#define FIRSTBYTE_REPORT_VALIDATE_H_

#include <string>
#include <string_view>

#include "base/error.h"
#include "report/results.h"

namespace firstbyte::report {

// Whether the content adds up: every run, round and arm of the protocol exactly once, every index in range, every time
// positive, every null explained.
Result<void> Validate(const Results& results, std::string_view file_name);

// The parts of Validate that a journal needs: the header before any run, a process against its header, and one round
// against a header and its run (whose processes are known).
Result<void> ValidateHeader(const Results& header, std::string_view file_name);
Result<void> ValidateProcess(const Results& header, const Process& process, std::string_view place);
Result<void> ValidateRound(const Results& header, const Run& run, const Round& round, std::string_view place);

}  // namespace firstbyte::report

#endif  // FIRSTBYTE_REPORT_VALIDATE_H_
