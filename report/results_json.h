// SPDX-License-Identifier: GPL-2.0-or-later
// Results to JSON text and back: the schema `firstbyte/1` (docs/results.md). Writing never fails: the text is strict
// JSON, ill-formed UTF-8 in names is replaced. Reading checks the form (fields there, types right, integers in range);
// whether the content adds up is report/validate.h's business, and readers of files want ReadResultsFile there. Keys
// that this version does not know are ignored, so that a later version can add some; fields that were added so, and are
// not there, are null, with that as the reason.
//
// Errors are ExitCode::kInvalid, one sentence with the file's name and the place
// ("runs[2].rounds[0].samples[1].wall_ns").
#ifndef FIRSTBYTE_REPORT_RESULTS_JSON_H_
#define FIRSTBYTE_REPORT_RESULTS_JSON_H_

#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"
#include "report/results.h"

namespace firstbyte::report {

// A whole file. One sample, process, arm, engine and environment check per line, so that files can be read and compared
// line by line.
std::string ToJson(const Results& results);
Result<Results> FromJson(std::string_view text, std::string_view file_name);

// The pieces, each on a single line without a line break, for a journal that grows by one line per finished round. The
// header is everything but the runs: schema, context, protocol, arms and the reasons of what is not measured. `place`
// is how an error names the line: "FILE, line 7".
std::string HeaderToJson(const Results& results);
std::string ProcessToJson(const Process& process);
std::string RoundToJson(const Round& round);
Result<Results> HeaderFromJson(std::string_view text, std::string_view place);
Result<Process> ProcessFromJson(std::string_view text, std::string_view place);
Result<Round> RoundFromJson(std::string_view text, std::string_view place);

// A field of the schema, for the test that holds docs/results.md to it.
struct FieldDescription {
  std::string path;  // "runs[].rounds[].samples[].cpu_ns"
  std::string type;  // "string", "integer", "integer or null", "object", "array of integers", "array of objects" or
                     // "object of strings"
};
std::vector<FieldDescription> ListFields();

// The fields of a sample that are null, which `not_measured` must explain.
std::vector<std::string> NullFields(const Sample& sample);

}  // namespace firstbyte::report

#endif  // FIRSTBYTE_REPORT_RESULTS_JSON_H_
