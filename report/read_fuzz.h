// SPDX-License-Identifier: GPL-2.0-or-later
// For libFuzzer and for tests: whatever a file holds, the readers of results, phases, calibrations, exact counts and
// policies end, stay inside, and do not contradict themselves. What they accept is written again as it was read, and
// can be compared and printed.
#ifndef FIRSTBYTE_REPORT_READ_FUZZ_H_
#define FIRSTBYTE_REPORT_READ_FUZZ_H_

#include <string_view>

namespace firstbyte::report {

// Aborts where a reader contradicts itself. Whether one of them accepted the text.
bool ReadAnything(std::string_view text);

}  // namespace firstbyte::report

#endif  // FIRSTBYTE_REPORT_READ_FUZZ_H_
