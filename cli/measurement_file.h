// SPDX-License-Identifier: GPL-2.0-or-later
// Whether a file holds something that was measured and must not be overwritten: results and their journals, phases,
// profiles, calibrations, recordings of the lab, exact counts. A file says so by its schema, wherever in it that
// stands: what sorts keys (jq -S) puts it behind the runs. Files of more than 32 MiB are looked at so far, which is
// more than any reader of ours takes.
#ifndef FIRSTBYTE_CLI_MEASUREMENT_FILE_H_
#define FIRSTBYTE_CLI_MEASUREMENT_FILE_H_

#include <optional>
#include <string>

namespace firstbyte::cli {

// The schema of what it holds ("firstbyte/1"); nothing of any other file, or where there is none.
std::optional<std::string> MeasurementIn(const std::string& path);

}  // namespace firstbyte::cli

#endif  // FIRSTBYTE_CLI_MEASUREMENT_FILE_H_
