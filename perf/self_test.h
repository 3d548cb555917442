// SPDX-License-Identifier: GPL-2.0-or-later
// Whether a counter counts: it is opened alone, the known work is run, and what it says must be plausible. Before any
// of its numbers is shown.
#ifndef FIRSTBYTE_PERF_SELF_TEST_H_
#define FIRSTBYTE_PERF_SELF_TEST_H_

#include <optional>
#include <string>
#include <tl/expected.hpp>

#include "base/perf_calls.h"
#include "perf/event.h"
#include "perf/known_work.h"

namespace firstbyte::perf {

struct SelfTestFailure {
  int error = 0;    // errno if it was not even opened
  std::string why;  // else: "instructions opened but did not count (395 of 2000000); dropped"
};

// Of the calling thread. Nothing if it passed. Raw events and those of the kernel are only asked to run, as nobody
// knows what they should say. Where others share the CPU's counters the count is scaled.
std::optional<SelfTestFailure> SelfTest(const PerfCalls& calls, const Event& event, const KnownWork& work);

}  // namespace firstbyte::perf

#endif  // FIRSTBYTE_PERF_SELF_TEST_H_
