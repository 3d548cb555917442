// SPDX-License-Identifier: GPL-2.0-or-later
// Results from a file, as far as they can be trusted: read, parsed strictly (report/strict_json.h), checked for form
// (report/results_json.h) and for sense (report/validate.h). No content crashes or hangs the reader (a pipe is read to
// its end, whenever that comes); one that cannot be trusted is ExitCode::kInvalid, a file that does not exist or cannot
// be read is a usage error. Every error is one sentence that names the file.
#ifndef FIRSTBYTE_REPORT_RESULTS_FILE_H_
#define FIRSTBYTE_REPORT_RESULTS_FILE_H_

#include <cstddef>
#include <string>
#include <string_view>

#include "base/error.h"
#include "report/results.h"

namespace firstbyte::report {

Result<Results> ReadResultsFile(const std::string& path);

// The same for a text that is in memory already.
Result<Results> ParseResults(std::string_view text, std::string_view file_name);

// Whether a document of ours says within its first bytes that it is of this schema: they all name it before anything
// that may be long.
bool DeclaresSchema(std::string_view text, std::string_view schema);

// The bytes of any readable file, pipes included; more than `limit` bytes are refused before they are all read.
Result<std::string> ReadTextFile(const std::string& path, std::size_t limit);

}  // namespace firstbyte::report

#endif  // FIRSTBYTE_REPORT_RESULTS_FILE_H_
