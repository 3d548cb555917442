// SPDX-License-Identifier: GPL-2.0-or-later
// Tells a machine on which nothing can be counted from a counted program that failed. QEMU that does not start, or does
// not take the counter, is the former: the counts are null with its words, and a gate may pass without them. A program
// that had begun and died, by a signal or with any status, is the latter: an engine that crashes must never be a count
// that nobody could make.
#ifndef FIRSTBYTE_COUNT_COUNTED_RUN_H_
#define FIRSTBYTE_COUNT_COUNTED_RUN_H_

#include <optional>
#include <string>

#include "base/error.h"
#include "count/qemu.h"

namespace firstbyte::count {

// Why nothing was counted; nothing where the program ran to its end. An error where it began and failed: it says how,
// and what was counted last.
Result<std::optional<std::string>> WhyNotStarted(const Ended& ended);

}  // namespace firstbyte::count

#endif  // FIRSTBYTE_COUNT_COUNTED_RUN_H_
