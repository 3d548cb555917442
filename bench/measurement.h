// SPDX-License-Identifier: GPL-2.0-or-later
// Carries a protocol out, run by run, from wherever its journal stands.
#ifndef FIRSTBYTE_BENCH_MEASUREMENT_H_
#define FIRSTBYTE_BENCH_MEASUREMENT_H_

#include "base/error.h"
#include "bench/carry_run.h"
#include "bench/journal.h"
#include "bench/progress.h"
#include "report/results.h"

namespace firstbyte::bench {

struct MeasurementTools : RunTools {
  Progress* progress = nullptr;
};

// Measures what `results` still lacks of its protocol, writing each round to the journal before the next one is
// measured. Returns the complete results. After an error the journal holds every finished round, and the message says
// how to go on.
Result<report::Results> Measure(report::Results results, Journal& journal, const MeasurementTools& tools);

}  // namespace firstbyte::bench

#endif  // FIRSTBYTE_BENCH_MEASUREMENT_H_
