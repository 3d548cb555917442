// SPDX-License-Identifier: GPL-2.0-or-later
// What is said of a measurement that ended before it was complete: where, why, and how to go on.
#ifndef FIRSTBYTE_BENCH_STOPPED_H_
#define FIRSTBYTE_BENCH_STOPPED_H_

#include <string>

#include "base/error.h"

namespace firstbyte::bench {

struct Stop {
  std::string where;  // "run 2 of 12, round 3 of 9"
  std::string unit;   // that is safe once it is finished: "round"
  std::string journal;
  bool journal_is_there = false;
  std::string resume_command;
};

// With the code of `error`, which is why.
Error Stopped(const Error& error, const Stop& stop);

// Of one that ended before the first of its units was finished, so that there is nothing to go on from.
Error NothingMeasured(const Error& error, const std::string& unit);

}  // namespace firstbyte::bench

#endif  // FIRSTBYTE_BENCH_STOPPED_H_
