// SPDX-License-Identifier: GPL-2.0-or-later
// Reads what the counted program (count/counted_requests.h) and the counter (count/plugin/counter.c) wrote, line by
// line: what was run, then what was counted of it.
#ifndef FIRSTBYTE_COUNT_COUNTED_OUTPUT_H_
#define FIRSTBYTE_COUNT_COUNTED_OUTPUT_H_

#include <string>
#include <string_view>

#include "base/error.h"
#include "report/exact_counts.h"

namespace firstbyte::count {

// Fills in rows, phases and no_phases. Per request: the sums without what a window around nothing counts, by the number
// of windows. Per phase: the difference of 2n and n executions, by n, without that of a call that does nothing; its
// windows have no part in either. Output that ends early, or has no counts, is an error.
Result<void> ReadCountedOutput(std::string_view text, report::ExactCounts& counts);

// What the last counts in the output are of, for a sentence about what ends early: "compress patched of zstd-1.5.4",
// "phase reset (live) of zstd-1.5.4". Empty where there are none.
std::string LastCounted(std::string_view text);

}  // namespace firstbyte::count

#endif  // FIRSTBYTE_COUNT_COUNTED_OUTPUT_H_
